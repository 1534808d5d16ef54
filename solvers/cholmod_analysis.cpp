#include "cholmod_analysis.hpp"

#include "fill_reducing_order.hpp"

#include <utility>

namespace adjoule {

CholmodAnalysis::CholmodAnalysis(SparsePatternPointer pattern) : pattern_(std::move(pattern)) {
  FillReducingOrder order = fill_reducing_order(*pattern_);
  context_->nmethods = 1;
  context_->method[0].ordering = CHOLMOD_GIVEN;
  cholmod_sparse view = upper_triangle(pattern_->column_start(), pattern_->row(), nullptr);
  factor_ = cholmod_analyze_p(&view, order.unknowns.data(), nullptr, 0, context_.get());
  context_.check("analysis");
  estimate_ = make_estimate();
  cholmod_free_work(context_.get());
}

CholmodAnalysis::~CholmodAnalysis() {
  cholmod_free_factor(&factor_, context_.get());
}

cholmod_factor* CholmodAnalysis::copy(CholmodContext& context) const {
  cholmod_factor* copy = cholmod_copy_factor(factor_, context.get());
  context.check("analysis");
  return copy;
}

FactorEstimate CholmodAnalysis::make_estimate() {
  constexpr double integer = sizeof(int);
  constexpr double number = sizeof(double);
  const auto n = static_cast<double>(factor_->n);
  const bool supernodal = factor_->is_super != 0;
  const double entries = supernodal ? static_cast<double>(factor_->xsize) : context_->lnz;
  // CHOLMOD permutes the triangle that it reads into a copy (into two for the simplicial method), and has some ten
  // numbers for each unknown besides.
  const double triangle = 0.5 * (static_cast<double>(pattern_->nonzeros()) + n) * (number + integer);
  const double workspace = 10.0 * n * integer;
  if (!supernodal)
    return {.bytes = entries * (number + integer) + 2.0 * triangle + workspace,
            .operations = context_->fl,
            .entries = entries};
  const double structure = static_cast<double>(factor_->ssize + 3 * factor_->nsuper) * integer;
  const double contribution = static_cast<double>(factor_->maxcsize) * number;
  return {.bytes = entries * number + structure + contribution + triangle + workspace,
          .operations = context_->fl,
          .entries = entries};
}

std::shared_ptr<const CholmodAnalysis> AnalysisStore::analysis(const SparsePatternPointer& pattern) {
  std::erase_if(kept_, [](const auto& analysis) { return analysis.expired(); });
  for (const auto& kept : kept_)
    if (auto analysis = kept.lock(); same_pattern(analysis->pattern(), pattern)) return analysis;
  auto analysis = std::make_shared<const CholmodAnalysis>(pattern);
  kept_.push_back(analysis);
  ++analyses_;
  return analysis;
}

std::shared_ptr<AnalysisStore> make_analysis_store() {
  return std::make_shared<AnalysisStore>();
}

} // namespace adjoule

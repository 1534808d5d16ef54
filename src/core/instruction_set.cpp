#include "adjoule/core/instruction_set.hpp"

#include "adjoule/core/log.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <string>

namespace adjoule {
namespace {

constexpr std::array sets{InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512};
constexpr std::array variable_values{"baseline", "avx2", "avx512"};

InstructionSet ask_processor() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return InstructionSet::baseline;
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
  return wide ? InstructionSet::avx512 : InstructionSet::avx2;
#else
  return InstructionSet::baseline;
#endif
}

} // namespace

InstructionSet best_instruction_set() {
  static const InstructionSet best = ask_processor();
  return best;
}

InstructionSet wanted_instruction_set(const char* variable_value) {
  const InstructionSet best = best_instruction_set();
  if (variable_value == nullptr || *variable_value == '\0') return best;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (std::string(variable_value) != variable_values[i]) continue;
    if (sets[i] <= best) return sets[i];
    warn(fmt::format("ADJOULE_INSTRUCTION_SET={}: this processor has no more than {}, which is used", variable_value,
                     name_of(best)));
    return best;
  }
  warn(fmt::format("ADJOULE_INSTRUCTION_SET={} is none of baseline, avx2, avx512; {} is used", variable_value,
                   name_of(best)));
  return best;
}

InstructionSet instruction_set() {
  static const InstructionSet chosen = wanted_instruction_set(std::getenv("ADJOULE_INSTRUCTION_SET"));
  return chosen;
}

const char* name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::avx512:
      return "AVX-512";
    case InstructionSet::avx2:
      return "AVX2";
    case InstructionSet::baseline:
      break;
  }
  return "baseline";
}

} // namespace adjoule

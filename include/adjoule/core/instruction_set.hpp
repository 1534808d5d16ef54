/// Run-time choice of the vector instructions that the arithmetic at points is compiled for.
///
/// The library is built for the oldest processor of its kind. What counts is wrapped:
///
///     with_best_instructions([&] { ... });
///
/// compiles the lambda and all that is inlined into it once for each instruction set and runs the copy that the
/// processor can do. Calls that cannot be inlined (virtual ones) leave the wrapped code and have a wrapper of their own
/// behind them.
#pragma once

namespace adjoule {

enum class InstructionSet {
  baseline, ///< what every 64-bit processor has (SSE2 on x86)
  avx2,     ///< with fused multiply-add
  avx512    ///< 256-bit vectors with the 32 registers and the masks of AVX-512
};

/// The one in use: the best of the processor, or a lesser one that the environment variable ADJOULE_INSTRUCTION_SET
/// (baseline, avx2, avx512) asks for. Read once. A name that is unknown, or more than the processor can do, is left
/// with a warning.
InstructionSet instruction_set();
/// The best of the processor.
InstructionSet best_instruction_set();
/// What a value of the environment variable asks for; null or empty: the best.
InstructionSet wanted_instruction_set(const char* variable_value);
/// "AVX2"
const char* name_of(InstructionSet set);

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)

namespace instruction_set_detail {
template <class Action>
[[gnu::target("avx2,fma"), gnu::flatten, gnu::noinline]] void run_avx2(Action& action) {
  action();
}
template <class Action>
[[gnu::target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw"), gnu::flatten, gnu::noinline]] void
run_avx512(Action& action) {
  action();
}
} // namespace instruction_set_detail

/// Runs the copy for a set that the processor has to have.
template <class Action>
void with_instructions(InstructionSet set, Action&& action) {
  switch (set) {
    case InstructionSet::avx512:
      return instruction_set_detail::run_avx512(action);
    case InstructionSet::avx2:
      return instruction_set_detail::run_avx2(action);
    case InstructionSet::baseline:
      break;
  }
  action();
}

#else

template <class Action>
void with_instructions(InstructionSet, Action&& action) {
  action();
}

#endif

template <class Action>
void with_best_instructions(Action&& action) {
  with_instructions(instruction_set(), action);
}

} // namespace adjoule

// PETSc's multigrid, loaded on demand: PETSc and MPI take their time to start.
#include "../multigrid_module.hpp"

#include <petscksp.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace adjoule::multigrid_module {
namespace {

std::string message;

/// Stops at the first call that fails, with what PETSc said of it.
struct PetscFailure {};

void check(PetscErrorCode code) {
  if (code != 0) throw PetscFailure();
}

/// Keeps the first, innermost text; nothing is printed, nothing aborts.
PetscErrorCode remember(MPI_Comm, int, const char*, const char*, PetscErrorCode code, PetscErrorType type,
                        const char* text, void*) {
  if (type == PETSC_ERROR_INITIAL) {
    const char* general = nullptr;
    PetscErrorMessage(code, &general, nullptr);
    message = general != nullptr ? general : "PETSc failed";
    if (text != nullptr && *text != '\0') message += std::string(": ") + text;
  }
  return code;
}

/// An environment variable for the time of its life.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    if (value != nullptr)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  ~Environment() {
    if (before_)
      setenv(name_, before_->c_str(), 1);
    else
      unsetenv(name_);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

constexpr const char* prefix = "adjoule_";

void set_options() {
  const std::pair<const char*, const char*> options[] = {
      {"pc_gamg_threshold", "0.02"},   {"pc_gamg_square_graph", "10"}, {"mg_levels_ksp_type", "chebyshev"},
      {"mg_levels_pc_type", "jacobi"}, {"mg_levels_ksp_max_it", "2"},  {"mg_levels_ksp_norm_type", "none"},
  };
  for (const auto& [name, value] : options)
    check(PetscOptionsSetValue(nullptr, (std::string("-") + prefix + name).c_str(), value));
}

/// Starts PETSc, unless the program has done so, in a way that nothing from outside changes results: no files and no
/// variables with options, no signal handlers; MPI for one process, without looking for networks.
void start() {
  static bool started = false;
  if (started) return;
  PetscBool running = PETSC_FALSE;
  check(PetscInitialized(&running));
  if (!running) {
    const Environment no_options("PETSC_OPTIONS", nullptr);
    const Environment alone("OMPI_MCA_ess_singleton_isolated", "1");
    const Environment point_to_point("OMPI_MCA_pml", "ob1");
    const Environment transfer("OMPI_MCA_btl", "self");
    std::string words[] = {"adjoule", "-skip_petscrc", "-no_signal_handler", "-options_left", "no"};
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int count = static_cast<int>(std::size(words));
    char** list = arguments.data();
    check(PetscInitialize(&count, &list, nullptr, nullptr));
    std::atexit([] { PetscFinalize(); });
  }
  set_options();
  started = true;
}

/// PETSc's own error handler comes back at the end of a call.
class ErrorHandler {
 public:
  ErrorHandler() { PetscPushErrorHandler(remember, nullptr); }
  ~ErrorHandler() { PetscPopErrorHandler(); }
  ErrorHandler(const ErrorHandler&) = delete;
  ErrorHandler& operator=(const ErrorHandler&) = delete;
};

template <typename Action>
const char* guarded(const Action& action) {
  message.clear();
  try {
    start();
    const ErrorHandler handler;
    action();
    return nullptr;
  } catch (const PetscFailure&) {
    if (message.empty()) message = "PETSc failed";
  } catch (const std::bad_alloc&) {
    message = "out of memory";
  }
  return message.c_str();
}

} // namespace

struct Hierarchy {
  Problem problem;
  Mat matrix = nullptr;
  PC preconditioner = nullptr;
  Vec right_hand_side = nullptr;
  Vec solution = nullptr;

  ~Hierarchy() {
    PetscBool finalized = PETSC_FALSE;
    if (PetscFinalized(&finalized) != 0 || finalized) return;
    VecDestroy(&right_hand_side);
    VecDestroy(&solution);
    PCDestroy(&preconditioner);
    MatDestroy(&matrix);
  }

  void make_matrix() {
    // PETSc writes to none of these.
    check(MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, problem.size, problem.size, const_cast<int*>(problem.start),
                                    const_cast<int*>(problem.index), const_cast<double*>(problem.value), &matrix));
    check(MatSetBlockSize(matrix, problem.components));
    check(MatSetOption(matrix, MAT_SPD, PETSC_TRUE));
    check(MatSetOption(matrix, MAT_SPD_ETERNAL, PETSC_TRUE));
  }

  void show_near_null_space() {
    // PETSc wants the modes orthonormal.
    std::vector<Vec> modes;
    for (int m = 0; m < problem.modes; ++m) {
      Vec mode = nullptr;
      check(VecCreateSeq(PETSC_COMM_SELF, problem.size, &mode));
      check(VecSetBlockSize(mode, problem.components));
      double* entries = nullptr;
      check(VecGetArrayWrite(mode, &entries));
      const double* given = problem.mode + static_cast<std::size_t>(m) * static_cast<std::size_t>(problem.size);
      std::copy(given, given + problem.size, entries);
      check(VecRestoreArrayWrite(mode, &entries));
      for (int pass = 0; pass < 2; ++pass)
        for (Vec other : modes) {
          double product = 0.0;
          check(VecDot(mode, other, &product));
          check(VecAXPY(mode, -product, other));
        }
      check(VecNormalize(mode, nullptr));
      modes.push_back(mode);
    }
    MatNullSpace space = nullptr;
    check(MatNullSpaceCreate(PETSC_COMM_SELF, PETSC_FALSE, problem.modes, modes.data(), &space));
    check(MatSetNearNullSpace(matrix, space));
    check(MatNullSpaceDestroy(&space));
    for (Vec& mode : modes) check(VecDestroy(&mode));
  }

  void build() {
    make_matrix();
    if (problem.modes > 0) show_near_null_space();
    problem.mode = nullptr;
    check(PCCreate(PETSC_COMM_SELF, &preconditioner));
    check(PCSetOptionsPrefix(preconditioner, prefix));
    check(PCSetType(preconditioner, PCGAMG));
    check(PCSetOperators(preconditioner, matrix, matrix));
    check(PCSetFromOptions(preconditioner));
    check(PCGAMGSetReuseInterpolation(preconditioner, PETSC_TRUE));
    check(PCSetUp(preconditioner));
    check(VecCreateSeqWithArray(PETSC_COMM_SELF, problem.components, problem.size, nullptr, &right_hand_side));
    check(VecCreateSeqWithArray(PETSC_COMM_SELF, problem.components, problem.size, nullptr, &solution));
  }

  void update(const double* value) {
    if (value != problem.value) {
      problem.value = value;
      check(MatDestroy(&matrix));
      make_matrix();
      check(PCSetOperators(preconditioner, matrix, matrix));
      // GAMG takes the finest matrix from its smoother.
      PetscInt levels = 0;
      KSP smoother = nullptr;
      check(PCMGGetLevels(preconditioner, &levels));
      check(PCMGGetSmoother(preconditioner, levels - 1, &smoother));
      check(KSPSetOperators(smoother, matrix, matrix));
    }
    // Tells PETSc that the values are others.
    double* values = nullptr;
    check(MatSeqAIJGetArray(matrix, &values));
    check(MatSeqAIJRestoreArray(matrix, &values));
    check(PCSetUp(preconditioner));
  }

  void apply(const double* b, double* x) {
    check(VecPlaceArray(right_hand_side, b));
    check(VecPlaceArray(solution, x));
    check(PCApply(preconditioner, right_hand_side, solution));
    check(VecResetArray(right_hand_side));
    check(VecResetArray(solution));
  }
};

extern "C" {
#define ADJOULE_EXPORTED __attribute__((visibility("default")))

ADJOULE_EXPORTED const char* adjoule_multigrid_create(const Problem& problem, Hierarchy*& result) {
  return guarded([&] {
    auto hierarchy = std::make_unique<Hierarchy>();
    hierarchy->problem = problem;
    hierarchy->build();
    result = hierarchy.release();
  });
}

ADJOULE_EXPORTED const char* adjoule_multigrid_update(Hierarchy& hierarchy, const double* value) {
  return guarded([&] { hierarchy.update(value); });
}

ADJOULE_EXPORTED const char* adjoule_multigrid_apply(Hierarchy& hierarchy, const double* b, double* x) {
  return guarded([&] { hierarchy.apply(b, x); });
}

ADJOULE_EXPORTED void adjoule_multigrid_destroy(Hierarchy* hierarchy) {
  delete hierarchy;
}

ADJOULE_EXPORTED double adjoule_multigrid_entries(const Hierarchy& hierarchy) {
  double total = 0.0;
  PetscInt levels = 0;
  if (PCMGGetLevels(hierarchy.preconditioner, &levels) != 0) return total;
  for (PetscInt level = 0; level < levels; ++level) {
    KSP smoother = nullptr;
    Mat matrix = nullptr;
    MatInfo info;
    if (PCMGGetSmoother(hierarchy.preconditioner, level, &smoother) != 0 ||
        KSPGetOperators(smoother, &matrix, nullptr) != 0 || MatGetInfo(matrix, MAT_LOCAL, &info) != 0)
      return total;
    total += info.nz_used;
  }
  return total;
}
}

} // namespace adjoule::multigrid_module

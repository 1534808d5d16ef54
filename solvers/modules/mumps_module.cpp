// MUMPS with its stand-in for MPI, loaded on demand: nothing else in the process sees the stand-in's MPI_Init.
#include <dmumps_c.h>

extern "C" __attribute__((visibility("default"))) void adjoule_mumps(DMUMPS_STRUC_C* data) {
  dmumps_c(data);
}

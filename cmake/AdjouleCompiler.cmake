# Compile options of the project's own targets; consumers of the package do not inherit them.
add_library(adjoule_compile_options INTERFACE)
target_compile_features(adjoule_compile_options INTERFACE cxx_std_20)
target_compile_options(
  adjoule_compile_options
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wconversion
            -Wshadow
            # Nobody reads errno; without it square roots of a batch are taken at once.
            -fno-math-errno
            # Batches of doubles are passed by value inside the library only.
            $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>)
if(ADJOULE_WARNINGS_AS_ERRORS)
  target_compile_options(adjoule_compile_options INTERFACE -Werror)
endif()
if(ADJOULE_SANITIZE)
  set(ADJOULE_SANITIZER_FLAGS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  # g++ warns of uninitialised values inside the standard library when it instruments them.
  target_compile_options(adjoule_compile_options INTERFACE ${ADJOULE_SANITIZER_FLAGS} -Wno-maybe-uninitialized)
  target_link_options(adjoule_compile_options INTERFACE ${ADJOULE_SANITIZER_FLAGS})
endif()
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_program(ADJOULE_CCACHE ccache)
if(ADJOULE_CCACHE AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${ADJOULE_CCACHE}")
endif()

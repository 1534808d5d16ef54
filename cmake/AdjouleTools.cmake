# Convenience targets: `format` rewrites the sources with clang-format, `tidy` runs clang-tidy over them.
file(GLOB_RECURSE adjoule_source_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*.cpp"
     "${PROJECT_SOURCE_DIR}/solvers/*.cpp" "${PROJECT_SOURCE_DIR}/coupling/*.cpp")
file(GLOB_RECURSE adjoule_formatted_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/*.hpp"
     "${PROJECT_SOURCE_DIR}/src/*.hpp" "${PROJECT_SOURCE_DIR}/solvers/*.hpp" "${PROJECT_SOURCE_DIR}/coupling/*.hpp"
     "${PROJECT_SOURCE_DIR}/tests/*.[ch]pp" "${PROJECT_SOURCE_DIR}/benchmarks/*.[ch]pp"
     "${PROJECT_SOURCE_DIR}/examples/*.[ch]pp")

find_program(ADJOULE_CLANG_FORMAT clang-format)
if(ADJOULE_CLANG_FORMAT)
  # Twice: a comment that the first pass breaks is aligned with its neighbours by the second.
  add_custom_target(
    format
    COMMAND "${ADJOULE_CLANG_FORMAT}" -i ${adjoule_source_files} ${adjoule_formatted_files}
    COMMAND "${ADJOULE_CLANG_FORMAT}" -i ${adjoule_source_files} ${adjoule_formatted_files}
    COMMENT "Formatting the sources"
    VERBATIM)
endif()
find_program(ADJOULE_CLANG_TIDY clang-tidy)
if(ADJOULE_CLANG_TIDY)
  add_custom_target(
    tidy
    COMMAND "${ADJOULE_CLANG_TIDY}" --quiet -p "${PROJECT_BINARY_DIR}" ${adjoule_source_files}
    COMMENT "Checking the sources with clang-tidy"
    VERBATIM)
endif()
mark_as_advanced(ADJOULE_CLANG_FORMAT ADJOULE_CLANG_TIDY)

# Installs the build, moves the installed tree (a package must not remember where it was put), then configures, builds and runs
# a small project against it.
function(run_step description)
  cmake_parse_arguments(STEP "" "OUTPUT" "COMMAND" ${ARGN})
  execute_process(
    COMMAND ${STEP_COMMAND}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${description} failed (${result}):\n${output}\n${errors}")
  endif()
  if(STEP_OUTPUT)
    set(${STEP_OUTPUT} "${output}" PARENT_SCOPE)
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK_DIRECTORY}")
set(staging "${WORK_DIRECTORY}/staging")
set(prefix "${WORK_DIRECTORY}/prefix")
run_step("Installing" COMMAND "${CMAKE_COMMAND}" --install "${BUILD_DIRECTORY}" --config "${BUILD_CONFIGURATION}" --prefix
         "${staging}")
file(RENAME "${staging}" "${prefix}")

file(GLOB_RECURSE package_files "${prefix}/*.cmake")
if(NOT package_files)
  message(FATAL_ERROR "No CMake files were installed")
endif()
foreach(package_file IN LISTS package_files)
  file(READ "${package_file}" text)
  foreach(place IN ITEMS "${SOURCE_DIRECTORY}/" "${BUILD_DIRECTORY}/")
    string(FIND "${text}" "${place}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${package_file} refers to ${place}, which the package's user does not have")
    endif()
  endforeach()
endforeach()

set(consumer_build "${WORK_DIRECTORY}/consumer")
run_step(
  "Configuring the consumer"
  COMMAND
  "${CMAKE_COMMAND}"
  -S
  "${CMAKE_CURRENT_LIST_DIR}/consumer"
  -B
  "${consumer_build}"
  -G
  "${GENERATOR}"
  -DCMAKE_BUILD_TYPE=Release
  "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
  "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}"
  "-DCMAKE_PREFIX_PATH=${prefix}\;${PREFIX_PATH}")
run_step("Building the consumer" COMMAND "${CMAKE_COMMAND}" --build "${consumer_build}" --config Release)
set(geometry "${CMAKE_CURRENT_LIST_DIR}/consumer/square.geo")
run_step("Running the consumer" OUTPUT output COMMAND "${consumer_build}/consumer" "${geometry}")
set(expected "adjoule ${EXPECTED_VERSION}: conductivity 34 in a mesh of dimension 2\n")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "The consumer printed '${output}'; expected '${expected}'")
endif()

if(EXISTS "${prefix}/bin/adjoule")
  run_step("Running the installed command" COMMAND "${prefix}/bin/adjoule" --help)
  run_step("Meshing with the installed command" COMMAND "${prefix}/bin/adjoule" mesh "${geometry}")
endif()

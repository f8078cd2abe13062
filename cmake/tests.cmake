# tests/unit/test_*.c: one cmocka program and one CTest each.
# fuzz/fuzz_*.c:       one program each, which replays fuzz/corpus/<name>/ as a CTest.
# bench/*.c:           one program, built by the target `bench`.

find_path(HOB_CMOCKA_INCLUDE cmocka.h REQUIRED)
find_library(HOB_CMOCKA_LIBRARY cmocka REQUIRED)

# Helpers of tests, and what every test gets to know about its surroundings.
add_library(hob_test_flags INTERFACE)
target_include_directories(hob_test_flags INTERFACE ${CMAKE_SOURCE_DIR}/tests)
target_include_directories(hob_test_flags SYSTEM INTERFACE ${HOB_CMOCKA_INCLUDE})
target_compile_definitions(hob_test_flags INTERFACE
  HOB_TEST_FOLDER="${CMAKE_SOURCE_DIR}/tests"  # stored test data
  HOB_TEST_PROGRAM="$<TARGET_FILE:hob>")       # the program, for tests that run it
target_link_libraries(hob_test_flags INTERFACE hob_app ${HOB_CMOCKA_LIBRARY})

file(GLOB support_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/support/*.c)
if(HOB_HEADLESS)
  list(FILTER support_sources EXCLUDE REGEX "/golden\\.c$")
endif()
if(support_sources)
  add_library(hob_test_support STATIC ${support_sources})
  target_link_libraries(hob_test_support PUBLIC hob_test_flags)
else()
  add_library(hob_test_support INTERFACE)
  target_link_libraries(hob_test_support INTERFACE hob_test_flags)
endif()

file(GLOB unit_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/test_*.c)
if(HOB_HEADLESS) # what draws and sounds is not there
  list(FILTER unit_tests EXCLUDE REGEX "/test_(render|audio|player)_")
endif()
foreach(source IN LISTS unit_tests)
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE hob_test_support)
  add_dependencies(${name} hob) # some tests run the program
  add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  set_tests_properties(${name} PROPERTIES LABELS unit TIMEOUT 120)
  if(name MATCHES "golden|context|rich_text|shaders|steady|ui_pieces" AND HOB_SANITIZE MATCHES "address") # graphics drivers leave memory behind when they go
    set_tests_properties(${name} PROPERTIES ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
  endif()
endforeach()

# What the tests of commands saw is gathered in one file, anew for each run, and looked through in the end.
set(seen ${CMAKE_BINARY_DIR}/tests/seen.txt)
add_test(NAME commands_unseen COMMAND ${CMAKE_COMMAND} -E rm -f ${seen})
set_tests_properties(commands_unseen PROPERTIES LABELS unit FIXTURES_SETUP commands)
set(command_tests ${unit_tests})
list(FILTER command_tests INCLUDE REGEX "/test_(command|import|project)_")
list(TRANSFORM command_tests REPLACE ".*/(test_[a-z0-9_]+)\\.c$" "\\1")
list(REMOVE_ITEM command_tests test_command_seen)
set_tests_properties(${command_tests} PROPERTIES
  ENVIRONMENT "HOB_SEEN=${seen}" FIXTURES_REQUIRED commands FIXTURES_SETUP commands_ran)
set_tests_properties(test_command_seen PROPERTIES
  ENVIRONMENT "HOB_SEEN=${seen}" FIXTURES_REQUIRED commands_ran SKIP_RETURN_CODE 77)

file(GLOB fuzz_targets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/fuzz/fuzz_*.c)
if(HOB_HEADLESS)
  list(FILTER fuzz_targets EXCLUDE REGEX "/fuzz_markup")
endif()
foreach(source IN LISTS fuzz_targets)
  get_filename_component(name ${source} NAME_WE)
  string(REGEX REPLACE "^fuzz_" "" subject ${name})
  if(HOB_LIBFUZZER)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  else()
    add_executable(${name} ${source} ${CMAKE_SOURCE_DIR}/fuzz/driver.c)
    add_test(NAME ${name} COMMAND ${name} ${CMAKE_SOURCE_DIR}/fuzz/corpus/${subject})
    set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 120)
  endif()
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  target_link_libraries(${name} PRIVATE hob_test_support)
endforeach()

# One program with all scenarios; built only when asked for. Its peer in the collision scenes is Chipmunk: without it
# Hob's figures stand alone.
file(GLOB bench_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/bench/*.c)
add_executable(bench EXCLUDE_FROM_ALL ${bench_sources})
set_target_properties(bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
target_link_libraries(bench PRIVATE hob_test_support)
add_dependencies(bench hob) # some scenarios run the program
find_path(HOB_CHIPMUNK_INCLUDE chipmunk/chipmunk.h)
find_library(HOB_CHIPMUNK_LIBRARY chipmunk)
if(HOB_CHIPMUNK_INCLUDE AND HOB_CHIPMUNK_LIBRARY)
  target_compile_definitions(bench PRIVATE HOB_HAVE_CHIPMUNK)
  target_include_directories(bench SYSTEM PRIVATE ${HOB_CHIPMUNK_INCLUDE})
  target_link_libraries(bench PRIVATE ${HOB_CHIPMUNK_LIBRARY})
endif()

# The templates are what their builders make through commands, to the byte.
if(TARGET hob)
  add_test(NAME templates_build COMMAND sh ${CMAKE_SOURCE_DIR}/tools/build-projects.sh templates --check $<TARGET_FILE:hob>)
  set_tests_properties(templates_build PROPERTIES LABELS templates)
endif()

# So are the examples; each folder of examples/ is a project that must be valid and pass its play-tests.
if(TARGET hob)
  add_test(NAME examples_build COMMAND sh ${CMAKE_SOURCE_DIR}/tools/build-projects.sh examples --check $<TARGET_FILE:hob>)
  set_tests_properties(examples_build PROPERTIES LABELS examples)
  file(GLOB examples CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/examples/*)
  foreach(example IN LISTS examples)
    get_filename_component(name ${example} NAME)
    add_test(NAME example_${name} COMMAND hob -p ${example} test) # which validates first
    set_tests_properties(example_${name} PROPERTIES LABELS examples)
  endforeach()
endif()

# Projects whose play-tests must pass.
if(TARGET hob)
  foreach(project players behaviours encounters motion)
    add_test(NAME project_${project} COMMAND hob -p ${CMAKE_SOURCE_DIR}/tests/${project} test)
    set_tests_properties(project_${project} PROPERTIES LABELS projects)
  endforeach()
endif()

# Other people's clients of the Model Context Protocol, and its conformance runner. They need Node and packages from npm
# (tools/setup.sh mcp); where those are missing the tests are skipped.
if(TARGET hob)
  foreach(revision 2025-11-25 2026-07-28)
    add_test(NAME mcp_conformance_${revision}
      COMMAND sh ${CMAKE_SOURCE_DIR}/tests/mcp/run.sh $<TARGET_FILE:hob> conformance.mjs ${revision})
    set_tests_properties(mcp_conformance_${revision} PROPERTIES LABELS mcp TIMEOUT 200 SKIP_RETURN_CODE 77)
  endforeach()
  add_test(NAME mcp_play COMMAND sh ${CMAKE_SOURCE_DIR}/tests/mcp/run.sh $<TARGET_FILE:hob> play.mjs)
  set_tests_properties(mcp_play PROPERTIES LABELS mcp TIMEOUT 200 SKIP_RETURN_CODE 77
    ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0") # graphics drivers leave memory behind when they go
endif()

# How the code is written, and what the compiled floors ask of the C library (tools/).
if(NOT HOB_SANITIZE)
  add_test(NAME style COMMAND sh ${CMAKE_SOURCE_DIR}/tools/check-style.sh)
  add_test(NAME symbols COMMAND sh ${CMAKE_SOURCE_DIR}/tools/check-symbols.sh ${CMAKE_BINARY_DIR})
  if(TARGET hob)
    add_test(NAME docs COMMAND sh ${CMAKE_SOURCE_DIR}/tools/docs.sh --check $<TARGET_FILE:hob>)
    add_test(NAME promises COMMAND sh ${CMAKE_SOURCE_DIR}/tools/check-promises.sh $<TARGET_FILE:hob>)
    set_tests_properties(docs promises PROPERTIES LABELS style)
  endif()
  add_test(NAME format COMMAND sh ${CMAKE_SOURCE_DIR}/tools/format.sh --check)
  set_tests_properties(style symbols format PROPERTIES LABELS style SKIP_RETURN_CODE 77)
endif()

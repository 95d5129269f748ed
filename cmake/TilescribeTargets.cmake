# SPDX-License-Identifier: Apache-2.0
# What every target of ours shares: warnings, sanitizers, clang-tidy; and the helper that adds a test.

if(TILESCRIBE_CCACHE)
  find_program(TILESCRIBE_CCACHE_PROGRAM ccache)
  if(TILESCRIBE_CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${TILESCRIBE_CCACHE_PROGRAM})
  endif()
endif()
if(TILESCRIBE_TIDY)
  find_program(TILESCRIBE_CLANG_TIDY NAMES clang-tidy-16 clang-tidy-17 clang-tidy-18 clang-tidy REQUIRED)
endif()

if(TILESCRIBE_SANITIZE)
  add_library(asan_options OBJECT ${CMAKE_SOURCE_DIR}/cmake/asan_options.cpp)
  find_program(TILESCRIBE_LLD ld.lld) # links a test of the window in a third of the time
endif()
# What computes little: under the sanitizers it is not optimised, which takes half of the compile time.
set(TILESCRIBE_PLAIN
    "^(app_.*|ui_.*|gui_test_support|precompiled_(plain|widgets)|inference_(archive|catalog|cleanup|download|local|measure|profile|remote|report|store))$")

# Our warnings and checks for one of our own targets. With TILESCRIBE_UNITY, eight sources of a library are compiled as
# one: reading headers of ours takes half of the time. So names in unnamed namespaces must differ within such a library.
function(tilescribe_target target)
  if(TILESCRIBE_UNITY AND target MATCHES "^(ui|inference|app)_[a-z]+$")
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # What is unnamed in one source of a unity counts as a header's.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  endif()
  set_target_properties(${target} PROPERTIES DEFINE_SYMBOL "") # the same macros as in the precompiled headers
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-Wconversion>
    # As GCC has them: -Wconversion is not about signs, and what is unnamed in one source of a unity shadows nothing.
    # What libstdc++ itself has marked as deprecated, Clang names wherever one of our types is sorted.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion;-Wno-deprecated-declarations>
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,Clang>,$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wno-shadow>
    # GCC 12 sees an overlap in std::string's operator+ that is not there (GCC bug 105651).
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<NOT:$<BOOL:${TILESCRIBE_TIDY}>>>:-Wno-restrict>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${TILESCRIBE_WERROR}>>:-Werror>)
  if(target MATCHES "^app_(cli|server|protocol)$" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # They compute nothing, and CLI11, Boost and JSON compile in two thirds of the time.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  if(TILESCRIBE_SANITIZE)
    # Half of the compile time would go into optimising and describing the checks; only kernels need to be quick.
    set(cheap -g1)
    if(target MATCHES "${TILESCRIBE_PLAIN}")
      list(APPEND cheap -O0)
    elseif(NOT target MATCHES "^kernels")
      list(APPEND cheap -O1)
    endif()
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer;${cheap}>
      $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-D__SANITIZE_ADDRESS__=1>) # as GCC says it
    target_link_options(${target} PRIVATE -fsanitize=address,undefined $<$<BOOL:${TILESCRIBE_LLD}>:-fuse-ld=lld>)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL EXECUTABLE)
      target_sources(${target} PRIVATE $<TARGET_OBJECTS:asan_options>)
    endif()
  endif()
  if(TILESCRIBE_TSAN)
    target_compile_options(${target} PRIVATE -fsanitize=thread -fno-omit-frame-pointer -g1 -O1)
    target_link_options(${target} PRIVATE -fsanitize=thread)
  endif()
  if(TILESCRIBE_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "${TILESCRIBE_CLANG_TIDY};--quiet")
  endif()
endfunction()

# One library for a folder of inference/: tilescribe_inference_folder(name SOURCES … LIBRARIES …)
function(tilescribe_inference_folder name)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(inference_${name} ${TILESCRIBE_LIBRARY} ${arg_SOURCES})
  tilescribe_target(inference_${name})
  # A folder that tests/tsan lacks is noticed when CMake runs, not only when the suites are linked.
  set_target_properties(inference_${name} PROPERTIES LINK_LIBRARIES_ONLY_TARGETS ON)
  target_link_libraries(inference_${name} PUBLIC inference_api kernels PRIVATE ${arg_LIBRARIES})
endfunction()

# A plugin of one of our libraries, which opens it at run time: tilescribe_plugin(name library SOURCES … LIBRARIES …)
function(tilescribe_plugin name library)
  cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
  add_library(${name} MODULE ${arg_SOURCES})
  tilescribe_target(${name})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  add_dependencies(${library} ${name})
endfunction()

# How tests are compiled: what they test is in libraries; they themselves need not be quick, and memory alone is checked.
function(tilescribe_test_options target)
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:-O1>
    # With -O1, GCC 12 sees overruns in std::string that are not there (GCC bug 105329).
    $<$<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>:-Wno-array-bounds;-Wno-stringop-overflow>
    "$<$<BOOL:${TILESCRIBE_SANITIZE}>:-O0;-fno-sanitize=undefined>"
    # For QFINDTESTDATA, which no test uses; they differ from folder to folder, and precompiled headers ask for them.
    -UQT_TESTCASE_BUILDDIR -UQT_TESTCASE_SOURCEDIR)
endfunction()

# tilescribe_test(NAME name SOURCES … LIBRARIES … [LABELS quick|slow|speed|realtime|waits|kill|optimised|bench …] [GUI] [TIMEOUT seconds])
# One Qt Test executable and one ctest entry. GUI tests run on the offscreen platform. Tests that are not run under the
# sanitizers (speed, realtime, waits, kill, bench) are built there by name only. The target `release_tests` builds what CI runs in
# the release build (those that measure, wait or kill, and those labelled optimised: their results depend on the optimiser)
# and bench.
function(tilescribe_test)
  cmake_parse_arguments(arg "GUI" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${arg_NAME} ${arg_SOURCES})
  tilescribe_target(${arg_NAME})
  if(NOT TARGET test_locale)
    add_library(test_locale OBJECT ${CMAKE_SOURCE_DIR}/tests/support/locale.cpp)
    tilescribe_target(test_locale)
  endif()
  target_link_libraries(${arg_NAME} PRIVATE Qt6::Test test_locale ${arg_LIBRARIES})
  # The first source holds the test's class and includes its moc file. AUTOMOC would take ten times as long to find that.
  list(GET arg_SOURCES 0 test)
  get_filename_component(test ${test} ABSOLUTE)
  get_filename_component(moc ${test} NAME_WE)
  set(moc ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_moc/${moc}.moc)
  qt_generate_moc(${test} ${moc} TARGET ${arg_NAME})
  target_sources(${arg_NAME} PRIVATE ${moc})
  target_include_directories(${arg_NAME} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_moc)
  if(NOT arg_NAME MATCHES "^kernels_tile")  # kernels of the tile layer are compiled in the test itself
    tilescribe_test_options(${arg_NAME})
    file(STRINGS ${test} without_keywords REGEX "^#define QT_NO_KEYWORDS")
    # libpulse's flags have a macro that the precompiled headers have not.
    if(NOT without_keywords AND NOT "PkgConfig::CAPTURE" IN_LIST arg_LIBRARIES)
      set_property(GLOBAL APPEND PROPERTY TILESCRIBE_TESTS ${arg_NAME}) # who reuses precompiled headers
    endif()
  endif()
  if(TILESCRIBE_SANITIZE AND arg_LABELS MATCHES "speed|realtime|waits|kill|bench")
    set_target_properties(${arg_NAME} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  if(arg_LABELS MATCHES "speed|realtime|waits|kill|optimised|bench")
    if(NOT TARGET release_tests)
      add_custom_target(release_tests)
    endif()
    add_dependencies(release_tests ${arg_NAME})
  endif()
  target_compile_definitions(${arg_NAME} PRIVATE
    TILESCRIBE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" TILESCRIBE_BINARY_DIR="${CMAKE_BINARY_DIR}"
    TILESCRIBE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  if(NOT arg_LABELS)
    set(arg_LABELS quick)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600) # for what hangs: machines differ by a factor of three, and other work slows a test down as much again
  endif()
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  if(arg_LABELS MATCHES "speed|realtime")
    set_tests_properties(${arg_NAME} PROPERTIES RUN_SERIAL ON) # they measure, and what runs beside them slows them down
  endif()
  # Qt's own limit, 300 s for all rows of a function, would end what is slow under the sanitizers: ctest's is the one.
  set_property(TEST ${arg_NAME} APPEND PROPERTY ENVIRONMENT QTEST_FUNCTION_TIMEOUT=900000)
  if(TILESCRIBE_TSAN)
    set_tests_properties(${arg_NAME} PROPERTIES LABELS tsan TIMEOUT 300)
    set_property(TEST ${arg_NAME} APPEND PROPERTY ENVIRONMENT
                 "TSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/tsan/suppressions.txt")
  endif()
  if(arg_GUI)
    set_property(TEST ${arg_NAME} APPEND PROPERTY ENVIRONMENT QT_QPA_PLATFORM=offscreen)
  endif()
endfunction()

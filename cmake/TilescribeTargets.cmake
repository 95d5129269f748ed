# SPDX-License-Identifier: Apache-2.0
# What every target of ours shares: warnings, sanitizers, clang-tidy; and the helper that adds a test.

find_program(TILESCRIBE_CCACHE ccache)
if(TILESCRIBE_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TILESCRIBE_CCACHE})
endif()
if(TILESCRIBE_TIDY)
  find_program(TILESCRIBE_CLANG_TIDY NAMES clang-tidy-16 clang-tidy-17 clang-tidy-18 clang-tidy REQUIRED)
endif()

# Our warnings and checks for one of our own targets.
function(tilescribe_target target)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wshadow;-Wconversion>
    # GCC 12 sees an overlap in std::string's operator+ that is not there (GCC bug 105651).
    $<$<AND:$<COMPILE_LANG_AND_ID:CXX,GNU>,$<NOT:$<BOOL:${TILESCRIBE_TIDY}>>>:-Wno-restrict>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<BOOL:${TILESCRIBE_WERROR}>>:-Werror>)
  if(TILESCRIBE_SANITIZE)
    # Half of the compile time would go into optimising and describing the checks; only kernels need to be quick.
    set(cheap -g1)
    if(NOT target MATCHES "^kernels")
      list(APPEND cheap -O1)
    endif()
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=address,undefined;-fno-sanitize-recover=all;-fno-omit-frame-pointer;${cheap}>)
    target_link_options(${target} PRIVATE -fsanitize=address,undefined)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL EXECUTABLE)
      target_sources(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/asan_options.cpp)
    endif()
  endif()
  if(TILESCRIBE_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "${TILESCRIBE_CLANG_TIDY};--quiet")
  endif()
endfunction()

# tilescribe_test(NAME name SOURCES … LIBRARIES … [LABELS quick|slow|realtime|kill|bench] [GUI] [TIMEOUT seconds])
# One Qt Test executable and one ctest entry. GUI tests run on the offscreen platform.
function(tilescribe_test)
  cmake_parse_arguments(arg "GUI" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${arg_NAME} ${arg_SOURCES})
  tilescribe_target(${arg_NAME})
  set_target_properties(${arg_NAME} PROPERTIES AUTOMOC ON)
  target_link_libraries(${arg_NAME} PRIVATE Qt6::Test ${arg_LIBRARIES})
  if(NOT arg_NAME MATCHES "^kernels")  # what is tested is in libraries; the tests themselves need not be quick
    target_compile_options(${arg_NAME} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
  target_compile_definitions(${arg_NAME} PRIVATE
    TILESCRIBE_SOURCE_DIR="${CMAKE_SOURCE_DIR}" TILESCRIBE_BINARY_DIR="${CMAKE_BINARY_DIR}"
    TILESCRIBE_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  if(NOT arg_LABELS)
    set(arg_LABELS quick)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
  if(arg_GUI)
    set_property(TEST ${arg_NAME} APPEND PROPERTY ENVIRONMENT QT_QPA_PLATFORM=offscreen)
  endif()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# Writes the templates of all messages (kernels/core/message.h) to a source that lupdate reads: a
# QT_TRANSLATE_NOOP of each literal that begins the arguments of Message(, Error( or DeviceError(, and one with plurals
# where it has an "(s)".
# usage: cmake -DOUTPUT=FILE -P cmake/message_templates.cmake
get_filename_component(top ${CMAKE_CURRENT_LIST_DIR}/.. ABSOLUTE)
set(literal "\"([^\"\\\\]|\\\\.)*\"")
set(found "")
# Of the terminal program only what the window shows, too.
foreach(room kernels inference app/cli/lab app/gui app/scheduler app/service ui)
  file(GLOB_RECURSE sources ${top}/${room}/*.h ${top}/${room}/*.cpp ${top}/${room}/*.cu ${top}/${room}/*.cuh)
  if(room STREQUAL app/cli/lab)
    set(sources ${top}/app/cli/lab.cpp)
  endif()
  list(SORT sources)
  foreach(source ${sources})
    file(READ ${source} text)
    # A list of CMake's ends an element at a semicolon, and not within brackets.
    string(REPLACE ";" "\\073" text "${text}")
    string(REPLACE "[" "\\133" text "${text}")
    string(REPLACE "]" "\\135" text "${text}")
    string(REGEX MATCHALL "(Message|Error|Message [a-z_]+)\\([ \n]*(${literal}[ \n]*)+" calls "${text}")
    foreach(call ${calls})
      string(FIND "${call}" "\"" begin)
      string(SUBSTRING "${call}" ${begin} -1 literals)
      if(literals MATCHES "[(]s[)]")
        string(APPEND found "QT_TRANSLATE_N_NOOP(\"Messages\", ${literals})\n")
      else()
        string(APPEND found "QT_TRANSLATE_NOOP(\"Messages\", ${literals})\n")
      endif()
    endforeach()
  endforeach()
endforeach()
file(WRITE ${OUTPUT} "${found}")

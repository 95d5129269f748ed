# SPDX-License-Identifier: Apache-2.0
# cmake -DGIT=git -DSOURCE=DIR -DOUTPUT=FILE.cpp -P source_commit.cmake
# Writes a source with the commit of DIR (source_commit.h), only if that changed. A DIR inside somebody else's
# repository has no history of its own.
set(commit "")
if(GIT)
  execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0 ${GIT} rev-parse --show-prefix
    WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE failed OUTPUT_VARIABLE prefix ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed AND prefix STREQUAL "")
    execute_process(COMMAND ${CMAKE_COMMAND} -E env GIT_OPTIONAL_LOCKS=0
        ${GIT} describe --always --abbrev=40 "--exclude=*" "--dirty= with changes"
      WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
set(text "// SPDX-License-Identifier: Apache-2.0
#include \"inference/measure/source_commit.h\"

namespace tilescribe {
const char* const source_commit = \"${commit}\";
}
")
set(before "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} before)
endif()
if(NOT before STREQUAL text)
  file(WRITE ${OUTPUT} "${text}")
endif()

# SPDX-License-Identifier: Apache-2.0
# The AppStream metainfo: releases from the headings of CHANGELOG.md; addresses only where a packager names them.

set(TILESCRIBE_HOMEPAGE "" CACHE STRING "Address of the project's page, for the metadata of packages")
set(TILESCRIBE_SCREENSHOTS "" CACHE STRING "Address of a folder that holds what docs/images holds, for software centres")
set(TILESCRIBE_DEVELOPER "The Tilescribe authors" CACHE STRING "Who develops it, for the metadata of packages")

# "## 0.1.0 (2026-11-21)" is a release; "## Unreleased" is the version that this tree is going to be.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md)
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/../CHANGELOG.md headings REGEX "^## ")
set(releases)
foreach(heading ${headings})
  if(heading MATCHES "^## ([0-9][0-9.]*) \\(([0-9]+-[0-9]+-[0-9]+)\\)$")
    list(APPEND releases "    <release version=\"${CMAKE_MATCH_1}\" date=\"${CMAKE_MATCH_2}\"/>")
  elseif(heading STREQUAL "## Unreleased")
    string(TIMESTAMP today "%Y-%m-%d" UTC)  # of SOURCE_DATE_EPOCH, where that is set
    list(APPEND releases "    <release version=\"${PROJECT_VERSION}\" date=\"${today}\" type=\"development\"/>")
  else()
    message(FATAL_ERROR "Expected '## Unreleased' or '## VERSION (YEAR-MONTH-DAY)' in CHANGELOG.md, found '${heading}'.")
  endif()
endforeach()
list(JOIN releases "\n" metainfo_releases)

set(addresses)
if(TILESCRIBE_HOMEPAGE)
  list(APPEND addresses "  <url type=\"homepage\">${TILESCRIBE_HOMEPAGE}</url>")
endif()
if(TILESCRIBE_SCREENSHOTS)
  list(APPEND addresses "  <screenshots>"
    "    <screenshot type=\"default\">"
    "      <caption>Recordings that are finished, and the transcript of one of them</caption>"
    "      <image type=\"source\">${TILESCRIBE_SCREENSHOTS}/transcript-light.png</image>"
    "    </screenshot>"
    "    <screenshot>"
    "      <caption>Words appear while somebody speaks</caption>"
    "      <image type=\"source\">${TILESCRIBE_SCREENSHOTS}/record-dark.png</image>"
    "    </screenshot>"
    "    <screenshot>"
    "      <caption>The library finds every sentence that has the words of a search</caption>"
    "      <image type=\"source\">${TILESCRIBE_SCREENSHOTS}/library-light.png</image>"
    "    </screenshot>"
    "    <screenshot>"
    "      <caption>The profiler shows every kernel on a timeline</caption>"
    "      <image type=\"source\">${TILESCRIBE_SCREENSHOTS}/profiler-timeline-light.png</image>"
    "    </screenshot>"
    "  </screenshots>")
endif()
list(JOIN addresses "\n" metainfo_addresses)
configure_file(${CMAKE_CURRENT_LIST_DIR}/desktop/${TILESCRIBE_ID}.metainfo.xml.in ${TILESCRIBE_ID}.metainfo.xml @ONLY)

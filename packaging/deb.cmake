# SPDX-License-Identifier: Apache-2.0
# Debian packages by CPack, one for each component: cmake -DTILESCRIBE_DEB=ON -DCMAKE_INSTALL_PREFIX=/usr, build, cpack -G DEB.
# packaging/release.sh does so.

set(TILESCRIBE_DEB_RELEASE 1 CACHE STRING "What follows the version in the packages' own: 1~deb12 for a build on Debian 12")
set(TILESCRIBE_MAINTAINER "The Tilescribe authors <tilescribe@localhost.invalid>" CACHE STRING
    "Who answers for the packages, with an address")

# Names by component.
set(package_cli tilescribe-cli)
set(package_window tilescribe)
set(package_cuda tilescribe-cuda)
set(package_demo tilescribe-data-demo)
set(components cli demo)
if(TARGET tilescribe)
  list(APPEND components window)
endif()
if(TARGET tilescribe_cuda)
  list(APPEND components cuda)
endif()

# What policy asks of every package: its licence and its changes; and pages of the manual are compressed.
find_program(GZIP_PROGRAM gzip REQUIRED)
string(TIMESTAMP changed "%a, %d %b %Y %H:%M:%S +0000" UTC) # of SOURCE_DATE_EPOCH, where that is set
set(documents)
foreach(component ${components})
  set(package ${package_${component}})
  configure_file(debian/changelog.in ${package}/changelog.Debian @ONLY)
  add_custom_command(OUTPUT ${package}/changelog.Debian.gz DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${package}/changelog.Debian
                     COMMAND ${GZIP_PROGRAM} -9nc ${package}/changelog.Debian > ${package}/changelog.Debian.gz)
  add_custom_command(OUTPUT ${package}/changelog.gz DEPENDS ${CMAKE_SOURCE_DIR}/CHANGELOG.md
                     COMMAND ${GZIP_PROGRAM} -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${package}/changelog.gz)
  set(built ${CMAKE_CURRENT_BINARY_DIR}/${package})
  list(APPEND documents ${built}/changelog.Debian.gz ${built}/changelog.gz)
  install(FILES ${built}/changelog.Debian.gz ${built}/changelog.gz DESTINATION share/doc/${package} COMPONENT ${component})
  set(copyright copyright)
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/debian/copyright.${component})
    set(copyright copyright.${component})
  endif()
  install(FILES debian/${copyright} RENAME copyright DESTINATION share/doc/${package} COMPONENT ${component})
endforeach()

# What is compiled in, and whose licence wants its notice beside the program.
foreach(library libcli11-dev libhwy-dev libkissfft-dev nlohmann-json3-dev)
  set(notice /usr/share/doc/${library}/copyright)
  if(NOT EXISTS ${notice})
    message(FATAL_ERROR "expected ${notice}, which goes into the packages; it is not there.")
  endif()
  install(FILES ${notice} RENAME ${library} DESTINATION share/doc/${package_cli}/compiled-in COMPONENT cli)
endforeach()
install(FILES debian/tilescribe-cli.lintian-overrides RENAME tilescribe-cli DESTINATION share/lintian/overrides COMPONENT cli)
foreach(page cli:tilescribe-cli window:tilescribe)
  string(REGEX MATCH "^(.*):(.*)$" page ${page})
  set(component ${CMAKE_MATCH_1})
  set(manual ${CMAKE_MATCH_2}.1)
  if(component IN_LIST components)
    add_custom_command(OUTPUT ${manual}.gz DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/man/${manual}
                       COMMAND ${GZIP_PROGRAM} -9nc ${CMAKE_CURRENT_SOURCE_DIR}/man/${manual} > ${manual}.gz)
    list(APPEND documents ${CMAKE_CURRENT_BINARY_DIR}/${manual}.gz)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${manual}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  endif()
endforeach()
add_custom_target(package_documents ALL DEPENDS ${documents})

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL ${components})
set(CPACK_PACKAGE_NAME tilescribe)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "${TILESCRIBE_MAINTAINER}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE gzip) # most of the bytes are a model, which no compression makes smaller
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${TILESCRIBE_DEB_RELEASE})
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${TILESCRIBE_HOMEPAGE})
set(CPACK_DEBIAN_PACKAGE_SECTION sound)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(same "(= ${PROJECT_VERSION}-${TILESCRIBE_DEB_RELEASE})")
set(CPACK_DEBIAN_CLI_PACKAGE_NAME ${package_cli})
set(CPACK_DEBIAN_CLI_PACKAGE_RECOMMENDS "tilescribe-data-demo ${same}, ca-certificates, libasound2-plugins")
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "tilescribe-cuda ${same}")
set(CPACK_DEBIAN_CLI_DESCRIPTION
"speech to text on your own machine, for the terminal
Transcribes audio and video files and microphones with models of the GLM-ASR
family, on the machine's own processor or GPU. It writes text, subtitles,
documents and tables, serves other programs with OpenAI's API, and shows
what every step of the computation costs.

This package has the command line, and the kernels that the window uses,
too.")

set(CPACK_DEBIAN_WINDOW_PACKAGE_NAME ${package_window})
set(CPACK_DEBIAN_WINDOW_PACKAGE_DEPENDS
    "tilescribe-cli ${same}, tilescribe-data-demo ${same}, qt6-svg-plugins | libqt6svg6 (<< 6.7.2-5~), hicolor-icon-theme")
set(CPACK_DEBIAN_WINDOW_PACKAGE_RECOMMENDS "qt6-translations-l10n")
set(CPACK_DEBIAN_WINDOW_PACKAGE_SUGGESTS "tilescribe-cuda ${same}")
set(CPACK_DEBIAN_WINDOW_DESCRIPTION
"speech to text on your own machine, in a window
Recordings that are dropped on the window, and words that are spoken, become
text at once. Texts can be corrected beside their sound, searched, and
exported as documents or subtitles. Nothing leaves the machine unasked.

The demo model transcribes English at the first start; larger models can be
downloaded in the program.")

set(CPACK_DEBIAN_CUDA_PACKAGE_NAME ${package_cuda})
set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "tilescribe-cli ${same}")
set(CPACK_DEBIAN_CUDA_PACKAGE_SUGGESTS "libcuda1")
set(CPACK_DEBIAN_CUDA_DESCRIPTION
"speech to text on your own machine, kernels for NVIDIA GPUs
The plugin that lets Tilescribe compute on NVIDIA GPUs of compute capability
8.0 or later. It needs NVIDIA's driver, and nothing else from NVIDIA. Where
there is no driver, it does nothing.")

set(CPACK_DEBIAN_DEMO_PACKAGE_NAME ${package_demo})
set(CPACK_DEBIAN_DEMO_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DEMO_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEMO_DESCRIPTION
"speech to text on your own machine, demo model
A small model of the GLM-ASR family for English, and sample recordings. With
it Tilescribe transcribes without a download. It is a demonstration, and not
meant for real work.")
include(CPack)

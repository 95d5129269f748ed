# SPDX-License-Identifier: Apache-2.0
# The system's QCustomPlot for Qt 6, as the target QCustomPlotQt6::QCustomPlotQt6. Debian and Ubuntu install a CMake package;
# elsewhere the library has one of several names.

find_package(QCustomPlotQt6 CONFIG QUIET)
if(TARGET QCustomPlotQt6::QCustomPlotQt6)
  return()
endif()
find_path(QCUSTOMPLOT_INCLUDE_DIR qcustomplot.h PATH_SUFFIXES qcustomplot qt6/qcustomplot)
find_library(QCUSTOMPLOT_LIBRARY NAMES QCustomPlotQt6 qcustomplot-qt6 qcustomplotqt6 QCustomPlot qcustomplot)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(QCustomPlotQt6 REQUIRED_VARS QCUSTOMPLOT_LIBRARY QCUSTOMPLOT_INCLUDE_DIR)
if(QCustomPlotQt6_FOUND)
  add_library(QCustomPlotQt6::QCustomPlotQt6 UNKNOWN IMPORTED)
  set_target_properties(QCustomPlotQt6::QCustomPlotQt6 PROPERTIES
    IMPORTED_LOCATION ${QCUSTOMPLOT_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${QCUSTOMPLOT_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()

# SPDX-License-Identifier: Apache-2.0
# Headers of the standard library and of Qt, read once for many targets: half of what a build took went
# into reading them. Never headers of ours. Every file still includes what it uses, because the preset dev builds without
# this and does not find what is missing.
#
# A target that reuses headers must be compiled by the same flags as their carrier, and macros that these headers ask for
# must be the same; else GCC says so (-Winvalid-pch) and reads them itself, and Clang stops.

if(NOT TILESCRIBE_PRECOMPILE)
  return()
endif()

# tilescribe_precompiled(name HEADERS … [LIBRARIES …] [TESTS] TARGETS …): one carrier and who reuses it.
function(tilescribe_precompiled name)
  cmake_parse_arguments(arg "TESTS" "" "HEADERS;LIBRARIES;TARGETS" ${ARGN})
  set(carrier precompiled_${name})
  add_library(${carrier} OBJECT ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  tilescribe_target(${carrier})
  target_link_libraries(${carrier} PRIVATE ${arg_LIBRARIES})
  if(arg_TESTS)
    tilescribe_test_options(${carrier})
  endif()
  target_precompile_headers(${carrier} PRIVATE ${arg_HEADERS})
  foreach(target ${arg_TARGETS})
    if(TARGET ${target})
      target_precompile_headers(${target} REUSE_FROM ${carrier})
    endif()
  endforeach()
endfunction()

# Not nlohmann_json: whoever reads it has its functions instantiated, which takes longer than reading it.
set(standard <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <mutex>
             <optional> <random> <set> <span> <sstream> <string> <string_view> <thread> <utility> <vector>)
set(widgets <QAbstractItemModel> <QAction> <QApplication> <QClipboard> <QComboBox> <QDialog> <QDir> <QEvent> <QFileDialog>
            <QFormLayout> <QHBoxLayout> <QHeaderView> <QLabel> <QLineEdit> <QListView> <QLocale> <QMainWindow> <QMenu>
            <QMouseEvent> <QPainter> <QPlainTextEdit> <QPushButton> <QScrollBar> <QSettings> <QSplitter>
            <QStackedWidget> <QStyledItemDelegate> <QTableView> <QTimer> <QToolButton> <QToolTip> <QTreeView>
            <QVBoxLayout> <QWidget>)

set(libraries inference_audio inference_export inference_generate inference_layers inference_live inference_local
              inference_measure inference_model inference_pipeline inference_profile inference_store inference_text
              inference_transcript inference_weights)
if(TILESCRIBE_SANITIZE)
  set(plain ${libraries})
  list(FILTER plain INCLUDE REGEX "${TILESCRIBE_PLAIN}")
  list(REMOVE_ITEM libraries ${plain})
  tilescribe_precompiled(plain HEADERS ${standard} TARGETS ${plain})
endif()
tilescribe_precompiled(standard HEADERS ${standard} TARGETS ${libraries})
get_property(ui GLOBAL PROPERTY TILESCRIBE_UI)
if(ui)
  tilescribe_precompiled(widgets HEADERS ${standard} ${widgets} LIBRARIES Qt6::Widgets
    TARGETS ${ui} app_gui gui_test_support)
endif()
if(BUILD_TESTING)
  get_property(tests GLOBAL PROPERTY TILESCRIBE_TESTS)
  set(window_tests ${tests})
  list(FILTER window_tests INCLUDE REGEX "^test_ui_")
  list(FILTER tests EXCLUDE REGEX "^test_ui_|_document$")  # a document has Qt Gui without widgets
  tilescribe_precompiled(tests TESTS HEADERS ${standard} <QTemporaryDir> <QtTest> LIBRARIES Qt6::Test TARGETS ${tests})
  if(window_tests)
    tilescribe_precompiled(window_tests TESTS HEADERS ${standard} ${widgets} <QTemporaryDir> <QtTest>
      LIBRARIES Qt6::Test Qt6::Widgets TARGETS ${window_tests})
  endif()
endif()

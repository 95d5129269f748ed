// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pseudo_window.h"

#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QLocale>
#include <QTimer>
#include <algorithm>

#include "tests/support/event_queue.h"
#include "tests/support/known_data.h"
#include "tests/support/patience.h"
#include "tests/support/seen_texts.h"
#include "ui/theme/icons.h"

namespace tilescribe::test {
namespace {

/// What dates are made of: the locale's own words.
QStringList names_in_dates() {
  const QLocale locale;
  QStringList names;
  for (const QLocale::FormatType form : {QLocale::LongFormat, QLocale::ShortFormat}) {
    for (int month = 1; month <= 12; ++month) names << locale.monthName(month, form);
    for (int day = 1; day <= 7; ++day) names << locale.dayName(day, form);
  }
  return names;
}

}  // namespace

QString PseudoWindow::find_texts(const QString& lupdate, const QString& cmake, const QString& source_folder) {
  QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
  QString problem;
  found_ = found_texts(lupdate, cmake, source_folder, problem);
  if (found_.isEmpty() && problem.isEmpty()) return QStringLiteral("lupdate found nothing");
  data_ = data_of_fakes() + names_in_dates();
  GuiFixture::in_english = false;
  ui::load_icons();
  return problem;
}

void PseudoWindow::begin() {
  english_.clear();
  checked_.clear();
  names.clear();
  pseudo_ = std::make_unique<PseudoTranslation>(found_);
  QCoreApplication::installTranslator(pseudo_.get());
}

QStringList PseudoWindow::end() {
  QStringList wrong;
  for (const QString& each : pseudo_->missing())
    wrong << QStringLiteral("lupdate does not find it there: ") + each;
  for (const QString& each : std::as_const(english_)) wrong << QStringLiteral("in English: ") + each;
  pseudo_.reset();
  return wrong;
}

void PseudoWindow::look(GuiFixture& gui, const char* state) {
  file_names_ = {gui.folder.path() + QStringLiteral("/recordings"), gui.folder.path(),
                 QStringLiteral("https:")};
  look(gui.window(), state);
}

void PseudoWindow::look(QWidget& window, const char* state) {
  work_off_events();  // it is laid out
  QStringList known = data_ + names + file_names_;
  std::sort(known.begin(), known.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });
  const auto* files = qobject_cast<QFileDialog*>(&window);  // its contents are the disk's and Qt's
  const QList<SeenText> seen =
      files != nullptr
          ? QList<SeenText>{{files->windowTitle() + files->nameFilters().join(QLatin1Char(' ')), {}}}
          : seen_texts(window);
  for (const SeenText& each : seen) {
    if (plain_words(each.text).isEmpty() || checked_.contains(each.text)) continue;
    checked_.insert(each.text);
    const QStringList words = english_words(each, known);
    if (words.isEmpty()) continue;
    english_.insert(QStringLiteral("%1: %2: \"%3\": %4")
                        .arg(QLatin1String(state), each.where, each.text, words.join(QLatin1Char(' '))));
  }
}

bool PseudoWindow::look_at_dialog(GuiFixture& gui, const char* action) {
  bool seen = false;
  QTimer soon;
  QObject::connect(&soon, &QTimer::timeout, &soon, [&] {
    auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr) return;
    soon.stop();
    look(*dialog, action);
    seen = true;
    dialog->reject();
  });
  soon.start(5);
  if (gui.action(action) == nullptr) return false;
  gui.action(action)->trigger();
  return QTest::qWaitFor([&] { return seen; }, patience_ms);
}

}  // namespace tilescribe::test

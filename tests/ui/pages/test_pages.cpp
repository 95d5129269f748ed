// SPDX-License-Identifier: Apache-2.0
// The window as its features see it: pages, actions in menus, what is kept.
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

#include "tests/support/patience.h"
#include "ui/settings/settings.h"
#include "ui/shell/actions.h"
#include "ui/window/main_window.h"

using namespace tilescribe::ui;

namespace {

QString plain(QString text) {
  return text.remove(QLatin1Char('&'));
}

/// A menu's entries; "-": a line.
QStringList entries(const MainWindow& window, const QString& title) {
  QStringList found;
  for (const QAction* menu : window.menuBar()->actions()) {
    if (plain(menu->text()) != title) continue;
    for (const QAction* action : menu->menu()->actions())
      found.append(action->isSeparator() ? QStringLiteral("-") : plain(action->text()));
  }
  return found;
}

/// Adds a page with a field whose text is kept, and an action that shows it.
QLineEdit* add_notes(MainWindow& window, const QString& id, bool beside_list) {
  auto* field = new QLineEdit;
  QAction* show = make_action(&window, "showNotes", QStringLiteral("Notes"));
  QObject::connect(show, &QAction::triggered, field, [&window, id] { window.show_page(id); });
  Page page;
  page.id = id;
  page.title = id;
  page.widget = field;
  page.actions = {{Menu::view, 0, {show}}};
  page.state = {{QStringLiteral("text"), [field] { return field->text(); },
                 [field](const QVariant& text) { field->setText(text.toString()); }}};
  page.focus = field;
  page.beside_list = beside_list;
  window.add_page(page);
  return field;
}

}  // namespace

class TestPages : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    settings_ = std::make_unique<Settings>(folder_->filePath(QStringLiteral("a.ini")));
    theme_ = std::make_unique<Theme>(*qApp);
  }
  void cleanup() { theme_.reset(); }

  void a_page_is_shown_by_its_id_and_told() {
    MainWindow window(*theme_, *settings_);
    QLineEdit* notes = add_notes(window, QStringLiteral("notes"), false);
    QStringList told;
    Page page;
    page.id = QStringLiteral("other");
    page.title = QStringLiteral("Other things");
    page.widget = new QLineEdit;
    page.turned = [&](bool visible) {
      told.append(visible ? QStringLiteral("shown") : QStringLiteral("left"));
    };
    window.add_page(page);
    QCOMPARE(page.widget->accessibleName(), QStringLiteral("Other things"));
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window, tilescribe::test::patience_ms));
    window.show_page(QStringLiteral("other"));
    QVERIFY(window.shows_page(QStringLiteral("other")) && page.widget->isVisible());
    page.widget->setFocus();
    window.action("showNotes").trigger();
    QVERIFY(window.shows_page(QStringLiteral("notes")) && notes->isVisible() && !page.widget->isVisible());
    QVERIFY(notes->hasFocus());  // it was on the page that is left
    window.show_page(QStringLiteral("no such page"));
    QVERIFY(window.shows_page(QStringLiteral("notes")));
    QCOMPARE(told, (QStringList{QStringLiteral("left")}));
    window.show_page(QStringLiteral("other"));
    QCOMPARE(told.back(), QStringLiteral("shown"));
  }

  void what_is_kept_comes_back() {
    {
      MainWindow window(*theme_, *settings_);
      add_notes(window, QStringLiteral("notes"), true)->setText(QStringLiteral("first"));
      window.action("showNotes").trigger();
    }  // it was never closed
    MainWindow window(*theme_, *settings_);
    QLineEdit* notes = add_notes(window, QStringLiteral("notes"), true);
    QCOMPARE(notes->text(), QStringLiteral("first"));
    notes->setText(QStringLiteral("second"));
    window.close();
    QCOMPARE(settings_->of_page(QStringLiteral("notes"), QStringLiteral("text")).toString(),
             QStringLiteral("second"));
  }

  void the_platform_chooses_common_keys() {
    QObject owner;
    const QAction* find = make_action(&owner, "find", QStringLiteral("&Find…"), QKeySequence::Find);
    QCOMPARE(find->shortcuts(), QKeySequence::keyBindings(QKeySequence::Find));
    QCOMPARE(find->toolTip(), QStringLiteral("Find (Ctrl+F)"));
    const QKeySequence comma(Qt::CTRL | Qt::Key_Comma);
    const QAction* engine =
        make_action(&owner, "engine", QStringLiteral("Engine"), QKeySequence::Preferences, nullptr, comma);
    QList<QKeySequence> keys = QKeySequence::keyBindings(QKeySequence::Preferences);
    if (!keys.contains(comma)) keys.append(comma);
    QCOMPARE(engine->shortcuts(), keys);
  }

  void a_button_follows_its_action() {
    QAction* action = make_action(qApp, "record", QStringLiteral("&Record…"), Qt::CTRL | Qt::Key_R);
    QPushButton plain_button, told_button;
    follow_action(plain_button, *action);
    follow_action(told_button, *action, QStringLiteral("Record and read along"));
    QCOMPARE(plain_button.toolTip(), QStringLiteral("Record (Ctrl+R)"));
    QCOMPARE(told_button.toolTip(), QStringLiteral("Record and read along (Ctrl+R)"));
    action->setText(QStringLiteral("Stop &recording"));
    action->setShortcut(Qt::Key_F9);
    QCOMPARE(plain_button.toolTip(), QStringLiteral("Stop recording (F9)"));
    action->setShortcut({});
    QCOMPARE(told_button.toolTip(), QStringLiteral("Record and read along"));
    QSignalSpy triggered(action, &QAction::triggered);
    plain_button.click();
    action->setEnabled(false);
    QVERIFY(!told_button.isEnabled());
    told_button.click();
    QCOMPARE(triggered.size(), 1);
  }

  void sections_of_a_menu_stand_in_their_order() {
    MainWindow window(*theme_, *settings_);
    const QStringList themes = entries(window, QStringLiteral("View"));
    QCOMPARE(themes.size(), 3);
    for (const auto& [section, name] : {std::pair{2, "c"}, std::pair{0, "a"}, std::pair{2, "d"}})
      window.add_actions({Menu::view, section, {make_action(&window, name, QLatin1String(name))}});
    QCOMPARE(entries(window, QStringLiteral("View")).join(QLatin1Char(' ')),
             QStringLiteral("a - c d - ") + themes.join(QLatin1Char(' ')));
    QCOMPARE(&window.action("d"), window.findChild<QAction*>(QStringLiteral("d")));
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Settings> settings_;
  std::unique_ptr<Theme> theme_;
};

QTEST_MAIN(TestPages)
#include "test_pages.moc"

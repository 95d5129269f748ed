// SPDX-License-Identifier: Apache-2.0
// Messages in the user's language: their places, numbers and parts; and lupdate finds every one of them.
#include <QDirIterator>
#include <QHash>
#include <QLocale>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTranslator>
#include <QXmlStreamReader>
#include <QtTest>
#include <string_view>

#include "ui/words.h"

using namespace tilescribe;

namespace {

/// Knows a few messages, and what it was asked for.
class Dictionary final : public QTranslator {
 public:
  QString translate(const char* context, const char* text, const char*, int n) const override {
    asked.append(QString::fromUtf8(text));
    if (qstrcmp(context, "Messages") != 0) return {};
    return known.value(n < 0 ? asked.back() : QStringLiteral("%1 of %2").arg(asked.back()).arg(n));
  }
  bool isEmpty() const override { return false; }

  QHash<QString, QString> known;
  mutable QStringList asked;
};

/// What a program's output is; empty with its errors shown when it fails.
QByteArray output_of(const QString& program, const QStringList& arguments) {
  QProcess process;
  process.start(program, arguments);
  const bool ended = process.waitForFinished(60'000) && process.exitCode() == 0;
  if (!ended) qWarning("%s: %s", qPrintable(program), process.readAllStandardError().constData());
  return ended ? process.readAllStandardOutput() : QByteArray();
}

const QString literals = QStringLiteral(R"((?:"(?:[^"\\]|\\.)*"\s*)+)");

/// The text of literals that stand one behind the other.
QString text_of(const QString& source) {
  static const QRegularExpression literal(QStringLiteral(R"x("((?:[^"\\]|\\.)*)")x"));
  QString text;
  for (auto each = literal.globalMatch(source); each.hasNext();) text += each.next().captured(1);
  return text.replace(QStringLiteral("\\\""), QStringLiteral("\""))
      .replace(QStringLiteral("\\\\"), QStringLiteral("\\"));
}

/// What lupdate writes into a new translation.
QSet<QString> texts_in(const QString& translation) {
  QFile file(translation);
  QSet<QString> texts;
  if (!file.open(QIODevice::ReadOnly)) return texts;
  for (QXmlStreamReader xml(&file); !xml.atEnd();) {
    if (xml.readNext() == QXmlStreamReader::StartElement && xml.name() == QLatin1String("source"))
      texts.insert(xml.readElementText());
  }
  return texts;
}

}  // namespace

class TestWords : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedKingdom));
    dictionary_ = std::make_unique<Dictionary>();
    QCoreApplication::installTranslator(dictionary_.get());
  }
  void cleanup() { dictionary_.reset(); }

  void untranslated_words_are_the_english_ones() {
    const Message message("{1} of {2} files: {3}", 1, 1'234'567,
                          Message("{1} s of “{2}”", Real{0.55, 2}, "ä"));
    QCOMPARE(ui::words(message), QStringLiteral("1 of 1234567 files: 0.55 s of “ä”"));
    QCOMPARE(ui::words(message).toStdString(), english(message));
    QCOMPARE(ui::words(Message()), QString());
  }

  void a_translation_places_the_parts_and_translates_them() {
    dictionary_->known = {{"{1} can't be {2}.", "{2}: {1} {2}! {3} {x} {"}, {"opened", "geöffnet"}};
    QCOMPARE(ui::words(Message("{1} can't be {2}.", "a{2}", Message("opened"))),
             QStringLiteral("geöffnet: a{2} geöffnet! {3} {x} {"));
  }

  void counts_have_plurals() {
    const auto files = [](int count) { return Message("{1}: {2} file(s) of {3}", "a", count, 7); };
    QCOMPARE(english(files(1)), std::string("a: 1 file of 7"));
    QCOMPARE(english(files(2)), std::string("a: 2 files of 7"));
    QCOMPARE(ui::words(files(1)), QStringLiteral("a: 1 file of 7"));
    QCOMPARE(ui::words(files(0)), QStringLiteral("a: 0 files of 7"));
    // Others have more forms.
    dictionary_->known = {{"{1}: {2} file(s) of {3} of 2", "{2} pliki"},
                          {"{1}: {2} file(s) of {3} of 5", "{2} plików"}};
    QCOMPARE(ui::words(files(2)), QStringLiteral("2 pliki"));
    QCOMPARE(ui::words(files(5)), QStringLiteral("5 plików"));
    // Without a number nothing is counted.
    QCOMPARE(ui::words(Message("file(s) of {1}", "a")), QStringLiteral("file(s) of a"));
  }

  void numbers_follow_the_locale() {
    QLocale::setDefault(QLocale(QLocale::German));
    QCOMPARE(ui::words(Message("{1} s, {2}", Real{1.25, 2}, -12'345)), QStringLiteral("1,25 s, -12345"));
  }

  void foreign_text_is_not_translated() {
    dictionary_->known = {{"No such file", "wrong"}, {"{1}", "wrong"}};
    QCOMPARE(ui::words(Message::verbatim("No such file")), QStringLiteral("No such file"));
    QVERIFY(dictionary_->asked.isEmpty());
  }

  /// As a translator has them: through cmake/message_templates.cmake and lupdate.
  void every_message_can_be_translated() {
    const QTemporaryDir folder;
    const QString source = folder.filePath("messages.cpp"), translation = folder.filePath("messages.ts");
    const QString top = QStringLiteral(TILESCRIBE_SOURCE_DIR "/");
    output_of(QStringLiteral(TILESCRIBE_CMAKE),
              {"-DOUTPUT=" + source, "-P", top + "cmake/message_templates.cmake"});
    QVERIFY(!output_of(QStringLiteral(TILESCRIBE_LUPDATE), {source, "-ts", translation}).isEmpty());
    const QSet<QString> found = texts_in(translation);

    static const QRegularExpression message(R"((?:Message|Error)(?:\s+\w+)?\s*[({]\s*()" + literals + ")"),
        text(literals), place(R"(\{[1-9]\})");
    QSet<QString> written, with_places;
    for (const char* room :
         {"kernels", "inference", "app/cli", "app/gui", "app/scheduler", "app/service", "ui"}) {
      const bool terminal = room == std::string_view("app/cli");  // the window shows what its lab says
      const QStringList names =
          terminal ? QStringList{"lab.cpp"} : QStringList{"*.h", "*.cpp", "*.cu", "*.cuh"};
      for (QDirIterator files(top + room, names, QDir::Files, QDirIterator::Subdirectories);
           files.hasNext();) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString code = QString::fromUtf8(file.readAll());
        for (auto each = message.globalMatch(code); each.hasNext();)
          written.insert(text_of(each.next().captured(1)));
        for (auto each = text.globalMatch(code); each.hasNext();) {
          const QString words = text_of(each.next().captured());
          if (words.contains(place) && words != "{1}") with_places.insert(words);
        }
      }
    }
    QVERIFY2(found.size() > 500, qPrintable(QString::number(found.size())));
    QCOMPARE(QStringList((written - found).values()), QStringList());
    QCOMPARE(QStringList((found - written).values()), QStringList());
    QCOMPARE(QStringList((with_places - found).values()), QStringList());
  }

 private:
  std::unique_ptr<Dictionary> dictionary_;
};

QTEST_GUILESS_MAIN(TestWords)
#include "test_words.moc"

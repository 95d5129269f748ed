// SPDX-License-Identifier: Apache-2.0
#include "tests/support/pseudo_translation.h"

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

namespace tilescribe::test {
namespace {

QChar with_accent(QChar letter) {
  static const QString plain = QStringLiteral("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  static const QString marked = QStringLiteral("áƀçđéƒĝĥíĵķłɱñóþɋŕšťúṽŵẋýžÁɃÇĐÉƑĜĤÍĴĶŁṀÑÓÞɊŔŠŤÚṼŴẊÝŽ");
  const auto at = plain.indexOf(letter);
  return at < 0 ? letter : marked[at];
}

}  // namespace

QString accented(const QString& text) {
  // %1 %L1 %n, <a href="…">, &nbsp; and *.wav in a filter.
  static const QRegularExpression kept(QStringLiteral("%L?[0-9n]+|</?[a-z][^>]*>|&[a-z]+;|\\*\\.[a-z0-9]+"));
  QString result = QStringLiteral("⟦");
  qsizetype from = 0;
  const auto accent = [&](qsizetype until) {
    for (; from < until; ++from) result += with_accent(text[from]);
  };
  for (auto all = kept.globalMatch(text); all.hasNext();) {
    const auto match = all.next();
    accent(match.capturedStart());
    result += match.captured();
    from = match.capturedEnd();
  }
  accent(text.size());
  return result + QStringLiteral("⟧");
}

QStringList plain_words(const QString& text) {
  static const QRegularExpression word(QStringLiteral("(?<![\\p{L}\\p{N}.])[A-Za-z]{2,}(?![\\p{L}\\p{N}])"));
  static const QRegularExpression markup(QStringLiteral("</?[a-zA-Z!][^>]*>|&[a-z]+;"));
  QStringList words;
  const QString bare = QString(text).replace(markup, QStringLiteral(" "));
  for (auto all = word.globalMatch(bare); all.hasNext();) words << all.next().captured();
  return words;
}

QHash<FoundText, bool> found_texts(const QString& lupdate, const QString& cmake, const QString& source_folder,
                                   QString& problem) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("all.ts"));
  const QString messages = folder.filePath(QStringLiteral("messages.cpp"));
  QProcess::execute(cmake, {QStringLiteral("-DOUTPUT=") + messages, QStringLiteral("-P"),
                            source_folder + QStringLiteral("/cmake/message_templates.cmake")});
  QProcess process;
  process.setWorkingDirectory(source_folder);
  process.setProcessChannelMode(QProcess::MergedChannels);
  process.start(lupdate, {QStringLiteral("-I"), QStringLiteral("."), QStringLiteral("ui"),
                          QStringLiteral("app"), messages, QStringLiteral("-ts"), path});
  QFile file(path);
  if (!process.waitForFinished(60'000) || process.exitCode() != 0 || !file.open(QIODevice::ReadOnly)) {
    problem = QString::fromLocal8Bit(process.readAll()) + process.errorString();
    return {};
  }
  QHash<FoundText, bool> found;
  QXmlStreamReader xml(&file);
  QString context;
  bool plural = false;
  while (!xml.atEnd()) {
    if (xml.readNext() != QXmlStreamReader::StartElement) continue;
    if (xml.name() == QLatin1String("name")) context = xml.readElementText();
    if (xml.name() == QLatin1String("message"))
      plural = xml.attributes().value(QLatin1String("numerus")) == QLatin1String("yes");
    if (xml.name() == QLatin1String("source")) found.insert({context, xml.readElementText()}, plural);
  }
  problem = xml.hasError() ? xml.errorString() : QString();
  return found;
}

QStringList PseudoTranslation::missing() const {
  const QMutexLocker locked(&mutex_);
  return missing_.values();
}

QString PseudoTranslation::translate(const char* context, const char* text, const char* /*disambiguation*/,
                                     int /*n*/) const {
  const QString where = QString::fromUtf8(context), words = QString::fromUtf8(text);
  const bool ours = found_.contains({where, words});
  // Qt's own classes; their texts are in its own translations.
  static const QRegularExpression of_qt(QStringLiteral("^(Q[A-Z]|QtPrivate|QObject$)"));
  if (!ours && !of_qt.match(where).hasMatch()) {
    const QMutexLocker locked(&mutex_);
    missing_.insert(where + QStringLiteral(": ") + words);
  }
  // What is missing shows as it does in a real translation.
  return ours || of_qt.match(where).hasMatch() ? accented(words) : QString();
}

}  // namespace tilescribe::test

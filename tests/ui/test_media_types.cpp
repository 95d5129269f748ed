// SPDX-License-Identifier: Apache-2.0
// One table says which files are audio and video. Folders, the dialog and the desktop file follow it.
#include <QFile>
#include <QMimeDatabase>
#include <QTemporaryDir>
#include <QtTest>

#include "app/gui/file_collector.h"
#include "inference/api/media_types.h"
#include "ui/format.h"

using namespace tilescribe;

namespace {

QString text(std::string_view view) {
  return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
}

}  // namespace

class TestMediaTypes : public QObject {
  Q_OBJECT

 private slots:
  void types_are_those_of_the_shared_database() {
    const QMimeDatabase database;
    for (const MediaType& media : media_types) {
      const QMimeType found =
          database.mimeTypeForFile(QStringLiteral("a.") + text(media.ending), QMimeDatabase::MatchExtension);
      const bool right = media.type.empty() ? found.isDefault() : found.inherits(text(media.type));
      QVERIFY2(right, qPrintable(text(media.ending) + QStringLiteral(" is ") + found.name()));
    }
  }

  /// So that a file manager offers the program for exactly these files, for our profiles and for folders.
  void the_desktop_file_names_every_type() {
    QFile file(
        QStringLiteral(TILESCRIBE_SOURCE_DIR "/packaging/desktop/io.github.tilescribe.Tilescribe.desktop"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList named;
    for (const QByteArray& line : file.readAll().split('\n')) {
      if (line.startsWith("MimeType="))
        named += QString::fromUtf8(line.mid(9)).split(u';', Qt::SkipEmptyParts);
    }
    QStringList expected;
    for (const MediaType& media : media_types) {
      const QString type = text(media.type);
      if (!type.isEmpty() && !expected.contains(type)) expected += type;
    }
    expected += {QStringLiteral("application/x-tilescribe-profile"), QStringLiteral("inode/directory")};
    QCOMPARE(named, expected);
  }

  void the_dialog_offers_every_ending() {
    const QStringList filters = ui::media_filter().split(QStringLiteral(";;"));
    QCOMPARE(filters.size(), 2);
    QVERIFY(filters[0].startsWith(QStringLiteral("Audio and video (*.wav ")) && filters[0].endsWith(u')'));
    const QStringList names = filters[0].section(u'(', 1).chopped(1).split(u' ');
    QCOMPARE(names.size(), qsizetype(media_types.size()));
    for (const MediaType& media : media_types)
      QVERIFY(names.contains(QStringLiteral("*.") + text(media.ending)));
    QCOMPARE(filters[1], QStringLiteral("All files (*)"));
  }

  void a_folder_gives_these_files_and_no_others() {
    const QTemporaryDir folder;
    QStringList names{QStringLiteral("TALK.MP3"), QStringLiteral("notes.txt"), QStringLiteral("wav"),
                      QStringLiteral("list.m3u")};
    for (const MediaType& media : media_types) names += QStringLiteral("talk.") + text(media.ending);
    for (const QString& name : names) QVERIFY(QFile(folder.filePath(name)).open(QIODevice::WriteOnly));
    const auto found = collect_files({QUrl::fromLocalFile(folder.path())});
    QCOMPARE(found.size(), media_types.size() + 1);
    for (const CollectedFile& file : found) {
      QVERIFY(file.problem.isEmpty());
      QVERIFY(QFileInfo(file.path).completeBaseName().toLower() == QStringLiteral("talk"));
    }
  }
};

QTEST_GUILESS_MAIN(TestMediaTypes)
#include "test_media_types.moc"

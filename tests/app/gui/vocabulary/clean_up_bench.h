// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QtTest>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/dialogs.h"
#include "tests/support/gui_fixture.h"
#include "tests/support/hub_server.h"
#include "tests/support/patience.h"
#include "ui/transcript/transcript_view.h"
#include "ui/vocabulary/clean_up_dialog.h"

/// A window with a text that a chat service on this machine cleans up.
namespace tilescribe::test {

using ui::CleanUpDialog;
using ui::JobState;
using ui::TranscriptDocument;

/// What a model makes of the segments that it is asked about.
using Corrector = std::function<QJsonArray(QJsonArray)>;

inline QJsonArray corrected(QJsonArray texts) {
  for (QJsonValueRef one : texts) {
    QJsonObject object = one.toObject();
    object[QLatin1String("text")] =
        object[QLatin1String("text")].toString().replace(QStringLiteral("helo"), QStringLiteral("Hello,"));
    one = object;
  }
  return texts;
}

inline HubReply said(int status, const std::string& body, const std::vector<std::string>& headers = {}) {
  HubReply reply;
  reply.status = status;
  reply.headers = headers;
  reply.body = body;
  return reply;
}

inline void answer_with(HubReply& reply, const HubRequest& request, const Corrector& corrector) {
  const auto asked = QJsonDocument::fromJson(QByteArray::fromStdString(request.body)).object();
  const QString texts =
      asked[QLatin1String("messages")].toArray()[1].toObject()[QLatin1String("content")].toString();
  const QJsonArray answer = corrector(QJsonDocument::fromJson(texts.toUtf8()).array());
  const QJsonObject message{
      {QStringLiteral("content"), QString::fromUtf8(QJsonDocument(answer).toJson(QJsonDocument::Compact))}};
  const QJsonObject choice{{QStringLiteral("message"), message}};
  reply = said(
      200,
      QJsonDocument(QJsonObject{{QStringLiteral("choices"), QJsonArray{choice}}}).toJson().toStdString());
}

/// A window with a transcript, and a chat service.
struct Bench {
  HubServer server{{}};
  GuiFixture gui;

  explicit Bench(const std::vector<std::string>& texts = {"helo world", "it is fine", "helo again"}) {
    FakeScript script{.segments = static_cast<int>(texts.size())};
    for (std::size_t i = 0; i < texts.size(); ++i)
      script.says.push_back({.start_s = 1.0 * static_cast<double>(i),
                             .end_s = 1.0 * static_cast<double>(i + 1),
                             .text = texts[i]});
    gui.world.script("talk.wav", script);
    answer(corrected);
    gui.drop({gui.file(QStringLiteral("talk.wav"))});
    if (!gui.wait_for_state(0, JobState::done) || !make_active(&gui.window())) qFatal("no transcript");
    if (!QTest::qWaitFor([&] { return gui.panel().view().complete(); }, patience_ms)) qFatal("no text");
  }

  void answer(const Corrector& corrector) {
    server.set_spoiler(
        [corrector](const HubRequest& request, HubReply& reply) { answer_with(reply, request, corrector); });
  }
  TranscriptDocument& document() { return *gui.item(0).document; }
  QString text(int row) {
    return QString::fromStdString(document().transcript().segments.at(static_cast<std::size_t>(row)).text);
  }

  /// Opens the dialog with its keys and types what is needed.
  CleanUpDialog* open(const QString& address, const QString& key = {}) {
    QTest::keyClick(&gui.window(), Qt::Key_Y, Qt::ControlModifier | Qt::ShiftModifier);
    auto* dialog = shown_dialog<CleanUpDialog>();
    if (dialog == nullptr || !make_active(dialog)) qFatal("no dialog");
    type(dialog, Qt::Key_A, address);
    type(dialog, Qt::Key_M, QStringLiteral("llama"));
    type(dialog, Qt::Key_K, key);
    return dialog;
  }
  CleanUpDialog* open() { return open(QString::fromStdString(server.address() + "/v1")); }

  static void type(QDialog* dialog, Qt::Key mnemonic, const QString& text) {
    QTest::keyClick(dialog, mnemonic, Qt::AltModifier);
    auto* field = qobject_cast<QLineEdit*>(dialog->focusWidget());
    if (field == nullptr) qFatal("no field");
    field->selectAll();
    QTest::keyClick(field, Qt::Key_Delete);
    QTest::keyClicks(field, text);
  }
};

inline void start(QDialog* dialog) {
  QTest::keyClick(dialog, Qt::Key_S, Qt::AltModifier);
}

inline QString outcome(QDialog* dialog) {
  const auto* label = part<QLabel>(dialog, "cleanUpOutcome");
  return label->isVisible() ? label->text() : QString();
}

/// Waits for the page of results.
inline QListView* changes(QDialog* dialog, int count) {
  auto* list = part<QListView>(dialog, "cleanUpChanges");
  if (!QTest::qWaitFor([&] { return list->isVisible() && list->model()->rowCount() == count; }, patience_ms))
    qFatal("not %d changes: %s", count, qPrintable(outcome(dialog)));
  return list;
}

}  // namespace tilescribe::test

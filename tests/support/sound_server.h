// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <map>
#include <memory>
#include <string>

namespace tilescribe::test {

/// A PulseAudio of a test's own with null sinks, which take what is played; each sink's monitor is a source
/// of it: a microphone that hears what the test says. While one lives, HOME and the XDG folders of this
/// process (and so of its children) lie in a temporary folder. One at a time. Everything throws
/// std::runtime_error.
class SoundServer {
 public:
  /// Starts with these sinks, 16 kHz and mono; the first one's monitor is the default source.
  explicit SoundServer(const QStringList& sinks = {"ts_mic"});
  ~SoundServer();

  /// What --device and RecordOptions::source take: "pulse:ts_mic.monitor".
  static std::string source(const QString& sink) { return "pulse:" + sink.toStdString() + ".monitor"; }
  /// The folder that stands for the user's home.
  QString home() const { return folder_.filePath("home"); }

  /// Plays a file into a sink and returns when it was played.
  void play(const QString& file, const QString& sink);
  /// Plays a file into a sink; it goes on until it ends, or the sink or the server is gone.
  void start_playing(const QString& file, const QString& sink);
  /// Mutes a sink's monitor in the server's settings.
  void mute(const QString& sink, bool muted);

  void add_sink(const QString& sink, int rate = 16000, int channels = 1);
  void remove_sink(const QString& sink);
  /// Connects all recording streams to a sink's monitor, as a user does in the system's settings.
  void move_recordings(const QString& sink);
  /// How many streams record from any source now.
  int recordings();

  /// SIGKILL. start() brings it back, with the sinks that it had at the beginning.
  void kill();
  void start();
  /// SIGSTOP and SIGCONT: a server that hangs.
  void freeze(bool frozen);

 private:
  QString pactl(const QStringList& arguments);
  std::unique_ptr<QProcess> run(const QString& program, const QStringList& arguments);
  void keep_warm(const QString& sink);

  QTemporaryDir folder_;
  QStringList sinks_;
  std::map<QString, QByteArray> environment_before_;
  std::unique_ptr<QProcess> server_;
  std::map<QString, std::unique_ptr<QProcess>> warmers_;  // by sink
  std::vector<std::unique_ptr<QProcess>> players_;
};

}  // namespace tilescribe::test

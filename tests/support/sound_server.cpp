// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sound_server.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QThread>
#include <csignal>
#include <stdexcept>

#include <sys/prctl.h>

namespace tilescribe::test {
namespace {

constexpr int patience_ms = 20'000;

[[noreturn]] void fail(const QString& what) {
  throw std::runtime_error(what.toStdString());
}

// A player with less to spare puts gaps into what it plays when the machine is busy.
QStringList play_options(const QString& file, const QString& sink) {
  return {"--latency-msec=500", "--device=" + sink, file};
}

void end(QProcess& process) {
  process.kill();
  process.waitForFinished();
}

}  // namespace

SoundServer::SoundServer(const QStringList& sinks) : sinks_(sinks) {
  const std::map<QString, QByteArray> ours{
      {"HOME", folder_.filePath("home").toLocal8Bit()},
      {"XDG_RUNTIME_DIR", folder_.filePath("run").toLocal8Bit()},
      {"XDG_CONFIG_HOME", folder_.filePath("home/.config").toLocal8Bit()},
      {"XDG_DATA_HOME", {}},
      {"PULSE_SERVER", {}}};
  for (const auto& [name, value] : ours) {
    const QByteArray key = name.toLocal8Bit();
    if (qEnvironmentVariableIsSet(key.constData())) environment_before_[name] = qgetenv(key.constData());
    if (value.isEmpty()) {
      qunsetenv(key.constData());
    } else {
      QDir().mkpath(QString::fromLocal8Bit(value));
      qputenv(key.constData(), value);
    }
  }
  QFile::setPermissions(folder_.filePath("run"), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  start();
}

SoundServer::~SoundServer() {
  kill();
  for (const char* name : {"HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "PULSE_SERVER"}) {
    const auto before = environment_before_.find(name);
    if (before == environment_before_.end()) {
      qunsetenv(name);
    } else {
      qputenv(name, before->second);
    }
  }
}

void SoundServer::start() {
  QFile script(folder_.filePath("script"));
  if (!script.open(QFile::WriteOnly)) fail("the sound server's script can't be written");
  script.write("load-module module-native-protocol-unix\n");
  for (const QString& sink : sinks_) {
    script.write(QString("load-module module-null-sink sink_name=%1 sink_properties=device.description=%1 "
                         "format=s16le rate=16000 channels=1\n")
                     .arg(sink)
                     .toLocal8Bit());
  }
  if (!sinks_.isEmpty()) {
    script.write(
        QString("set-default-sink %1\nset-default-source %1.monitor\n").arg(sinks_.front()).toLocal8Bit());
  }
  script.close();
  server_ = run("pulseaudio", {"-n", "-F", script.fileName(), "--daemonize=no", "--exit-idle-time=-1",
                               "--use-pid-file=no", "--disable-shm=yes"});
  QElapsedTimer clock;
  clock.start();
  while (QProcess::execute("sh", {"-c", "pactl info >/dev/null 2>&1"}) != 0) {
    if (clock.elapsed() > patience_ms) fail("PulseAudio did not start");
    QThread::msleep(20);
  }
  for (const QString& sink : sinks_) keep_warm(sink);
}

void SoundServer::kill() {
  if (server_) {
    freeze(false);
    end(*server_);
  }
  server_.reset();
  for (auto& [sink, warmer] : warmers_) end(*warmer);
  warmers_.clear();
  for (auto& player : players_) end(*player);
  players_.clear();
}

void SoundServer::freeze(bool frozen) {
  ::kill(static_cast<pid_t>(server_->processId()), frozen ? SIGSTOP : SIGCONT);
}

std::unique_ptr<QProcess> SoundServer::run(const QString& program, const QStringList& arguments) {
  auto process = std::make_unique<QProcess>();
  process->setStandardOutputFile(QProcess::nullDevice());
  process->setStandardErrorFile(folder_.filePath(program + ".log"), QIODevice::Append);
  // A test that crashes leaves no server behind.
  process->setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
  process->start(program, arguments);
  if (!process->waitForStarted()) fail(program + " can't be started; packaging/setup.sh test installs it");
  return process;
}

// A sink to which nothing is played wakes up late, and gives its first sample after up to two seconds.
void SoundServer::keep_warm(const QString& sink) {
  warmers_[sink] = run("pacat", {"--raw", "--format=s16le", "--rate=16000", "--channels=1",
                                 "--latency-msec=20", "--device=" + sink, "/dev/zero"});
}

void SoundServer::play(const QString& file, const QString& sink) {
  const auto player = run("paplay", play_options(file, sink));
  if (!player->waitForFinished(600'000) || player->exitCode() != 0) fail("paplay could not play " + file);
}

void SoundServer::start_playing(const QString& file, const QString& sink) {
  players_.push_back(run("paplay", play_options(file, sink)));
}

QString SoundServer::pactl(const QStringList& arguments) {
  QProcess process;
  process.start("pactl", arguments);
  if (!process.waitForFinished(patience_ms) || process.exitCode() != 0) {
    fail("pactl " + arguments.join(' ') + ": " + QString::fromLocal8Bit(process.readAllStandardError()));
  }
  return QString::fromLocal8Bit(process.readAllStandardOutput());
}

void SoundServer::mute(const QString& sink, bool muted) {
  pactl({"set-source-mute", sink + ".monitor", muted ? "1" : "0"});
}

void SoundServer::add_sink(const QString& sink, int rate, int channels) {
  pactl({"load-module", "module-null-sink", "sink_name=" + sink, "sink_properties=device.description=" + sink,
         "format=s16le", QString("rate=%1").arg(rate), QString("channels=%1").arg(channels)});
  keep_warm(sink);
}

void SoundServer::remove_sink(const QString& sink) {
  const auto warmer = warmers_.find(sink);
  if (warmer != warmers_.end()) {
    end(*warmer->second);
    warmers_.erase(warmer);
  }
  for (const QString& line : pactl({"list", "short", "modules"}).split('\n')) {
    if (line.contains("sink_name=" + sink + ' ')) {
      pactl({"unload-module", line.section('\t', 0, 0)});
      return;
    }
  }
  fail("there is no sink " + sink);
}

void SoundServer::move_recordings(const QString& sink) {
  for (const QString& line : pactl({"list", "short", "source-outputs"}).split('\n', Qt::SkipEmptyParts)) {
    pactl({"move-source-output", line.section('\t', 0, 0), sink + ".monitor"});
  }
}

int SoundServer::recordings() {
  return static_cast<int>(pactl({"list", "short", "source-outputs"}).split('\n', Qt::SkipEmptyParts).size());
}

}  // namespace tilescribe::test

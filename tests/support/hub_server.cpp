// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hub_server.h"

#include <QCryptographicHash>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <stdexcept>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tilescribe::test {
namespace {

constexpr const char* large_file = "model.safetensors";

bool send_all(int connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool readable(int descriptor) {
  pollfd waited{descriptor, POLLIN, 0};
  return ::poll(&waited, 1, 20) > 0;
}

std::string read_head(int connection, const std::stop_token& stop) {
  std::string head;
  char byte = 0;
  while (!stop.stop_requested() && !head.ends_with("\r\n\r\n")) {
    if (!readable(connection)) continue;
    if (::recv(connection, &byte, 1, 0) != 1) break;
    head += byte;
    if (head == "\x16") break;  // TLS, which is not spoken here
  }
  return head;
}

std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

std::string read_body(int connection, const std::string& head, const std::stop_token& stop) {
  const std::string length = "content-length: ", lower = lower_case(head);
  const std::size_t at = lower.find(length);
  if (at == std::string::npos) return {};
  std::string body(std::stoul(lower.substr(at + length.size())), '\0');
  std::size_t read = 0;
  while (!stop.stop_requested() && read < body.size()) {
    if (!readable(connection)) continue;
    const ssize_t more = ::recv(connection, body.data() + read, body.size() - read, 0);
    if (more <= 0) break;
    read += static_cast<std::size_t>(more);
  }
  return body;
}

HubRequest parsed(const std::string& head) {
  HubRequest request;
  request.head = head;
  const std::size_t space = head.find(' ');
  if (space == std::string::npos) return request;
  request.method = head.substr(0, space);
  request.path = head.substr(space + 1, head.find(' ', space + 1) - space - 1);
  request.file = request.path.substr(request.path.rfind('/') + 1);
  request.storage = request.path.starts_with("/storage/");
  const std::string lower = lower_case(head);
  const std::string range = "range: bytes=";
  if (const std::size_t at = lower.find(range); at != std::string::npos)
    request.from = std::stoll(lower.substr(at + range.size()));
  return request;
}

}  // namespace

std::string sha256_of(const std::string& content) {
  return QCryptographicHash::hash(QByteArray::fromStdString(content), QCryptographicHash::Sha256)
      .toHex()
      .toStdString();
}

std::string blob_of(const std::string& content) {
  QByteArray all = "blob " + QByteArray::number(static_cast<qsizetype>(content.size()));
  all.append('\0');
  all.append(QByteArray::fromStdString(content));
  return QCryptographicHash::hash(all, QCryptographicHash::Sha1).toHex().toStdString();
}

HubServer::HubServer(std::map<std::string, std::string> files)
    : files_(std::move(files)), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(place);
  auto* address = reinterpret_cast<sockaddr*>(&place);
  if (::bind(listener_, address, size) != 0 || ::listen(listener_, 16) != 0 ||
      ::getsockname(listener_, address, &size) != 0)
    throw std::runtime_error("no server on this machine");
  port_ = ntohs(place.sin_port);
  thread_ = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

HubServer::~HubServer() {
  thread_.request_stop();
  thread_.join();
  ::close(listener_);
}

void HubServer::set_spoiler(std::function<void(const HubRequest&, HubReply&)> spoiler) {
  const std::lock_guard lock(mutex_);
  spoiler_ = std::move(spoiler);
}

void HubServer::set_file(const std::string& name, std::string content) {
  const std::lock_guard lock(mutex_);
  files_[name] = std::move(content);
}

std::vector<HubRequest> HubServer::requests() const {
  const std::lock_guard lock(mutex_);
  return requests_;
}

int HubServer::count(const std::string& method, const std::string& file) const {
  const auto all = requests();
  return static_cast<int>(std::ranges::count_if(
      all, [&](const HubRequest& one) { return one.method == method && one.file == file; }));
}

void HubServer::serve(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (!readable(listener_)) continue;
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) continue;
    connections_.emplace_back([this, connection](const std::stop_token& end) {
      answer(connection, end);
      ::close(connection);
    });
  }
  connections_.clear();
}

HubReply HubServer::reply_to(const HubRequest& request) const {
  HubReply reply;
  const auto found = files_.find(request.file);
  if (found == files_.end()) {
    reply.status = 404;
    reply.body = "Entry not found";
    return reply;
  }
  const std::string& content = found->second;
  const std::string size = std::to_string(content.size());
  if (request.file == large_file && !request.storage) {
    reply.status = 302;
    reply.headers = {"Location: /storage/" + request.file, "X-Linked-Size: " + size,
                     "X-Linked-ETag: \"" + sha256_of(content) + '"'};
    reply.body = "Found. Redirecting";
    return reply;
  }
  reply.headers = {"ETag: \"" + (request.storage ? "storage-" + size : blob_of(content)) + '"',
                   "Accept-Ranges: bytes"};
  reply.body = content;
  if (request.from < 0) return reply;
  const auto from = static_cast<std::size_t>(request.from);
  if (from >= content.size()) {
    reply.status = 416;
    reply.headers = {"Content-Range: bytes */" + size};
    reply.body.clear();
    return reply;
  }
  reply.status = 206;
  reply.headers.push_back("Content-Range: bytes " + std::to_string(from) + '-' +
                          std::to_string(content.size() - 1) + '/' + size);
  reply.body = content.substr(from);
  return reply;
}

void HubServer::answer(int connection, const std::stop_token& stop) {
  HubRequest request = parsed(read_head(connection, stop));
  if (request.method.empty()) return;
  request.body = read_body(connection, request.head, stop);
  HubReply reply;
  {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    reply = reply_to(request);
    if (spoiler_) spoiler_(request, reply);
  }
  while (reply.once && !reply.once()) {
    if (stop.stop_requested()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::string head = "HTTP/1.1 " + std::to_string(reply.status) + " Answer\r\nConnection: close\r\n";
  for (const std::string& header : reply.headers) head += header + "\r\n";
  if (reply.length != -2) {
    const auto length = reply.length >= 0 ? reply.length : static_cast<std::int64_t>(reply.body.size());
    head += "Content-Length: " + std::to_string(length) + "\r\n";
  }
  if (!send_all(connection, head + "\r\n") || request.method == "HEAD") return;
  std::string_view body = reply.body;
  if (reply.cut_at >= 0) body = body.substr(0, static_cast<std::size_t>(reply.cut_at));
  for (std::size_t at = 0; at < body.size() && !stop.stop_requested(); at += reply.piece) {
    if (!send_all(connection, body.substr(at, reply.piece))) return;
    if (reply.pause_ms > 0) std::this_thread::sleep_for(std::chrono::milliseconds(reply.pause_ms));
  }
}

}  // namespace tilescribe::test

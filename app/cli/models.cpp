// SPDX-License-Identifier: Apache-2.0
// models: which are here; get, add, remove.
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "app/printable.h"
#include "inference/api/clean_up.h"

namespace tilescribe::cli {
namespace {

namespace fs = std::filesystem;

// "4.5 GB", "25.8 MB"
Message size_text(std::int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  return bytes >= 1'000'000'000 ? Message("{1} GB", Real{value / 1e9, 1})
                                : Message("{1} MB", Real{value / 1e6, 1});
}

std::string line(const Message& message) {
  return printable(english(message)) + '\n';
}

std::string described(const InstalledModel& model) {
  std::string text = printable(model.name) + '\n';
  text += "  " + line(Message("{1} in {2}", size_text(model.bytes), model.folder.string()));
  if (!model.problem.message.empty())
    return text + "  " + line(Message("It can't be opened: {1}", model.problem.message));
  text += "  " + line(model.fit.sentence);
  if (!model.limits.empty()) text += "  " + line(model.limits);
  return text;
}

// The published model is not here, or not whole.
Message offer(const PublishedModel& model, const std::optional<PartialDownload>& part) {
  if (part && part->total > 0)
    return Message("{1} is here in part, {2} of {3}; tilescribe-cli models get gets the rest.", model.name,
                   size_text(part->bytes), size_text(part->total));
  return Message("{1} is not here; tilescribe-cli models get downloads it (about {2}, licence {3}).",
                 model.name, size_text(model.bytes), model.licence);
}

class Getting {
 public:
  explicit Getting(const Context& context, const PublishedModel& model)
      : context_(context), bar_(context.console, model.name) {}

  void told(const DownloadProgress& progress) {
    last_ = progress;
    if (progress.stage == DownloadProgress::Stage::waiting) {
      bar_.clear();
      say(context_, Message("{1} Next attempt in {2} s.", progress.trouble, Real{progress.wait_s, 0}));
      return;
    }
    if (progress.total <= 0) return;
    Progress shown;
    shown.fraction = static_cast<double>(progress.bytes) / static_cast<double>(progress.total);
    shown.remaining_s = progress.remaining_s();
    bar_.update(shown);
  }

  int cancelled() {
    bar_.clear();
    say(context_, Message("Stopped at {1} of {2}; the same command gets the rest.", size_text(last_.bytes),
                          size_text(last_.total)));
    return exit_cancelled;
  }

 private:
  const Context& context_;
  ProgressBar bar_;
  DownloadProgress last_;
};

}  // namespace

int execute(const ModelsCommand& /*command*/, const Context& context) {
  Models& models = context.services.models;
  const PublishedModel& published = models.published();
  bool there = false;
  for (const InstalledModel& model : models.installed()) {
    there = there || is_whole(model, published);
    context.console.out(described(model));
  }
  if (!there) context.console.out(line(offer(published, models.partial())));
  return exit_done;
}

int execute(const GetModelCommand& command, const Context& context) {
  Models& models = context.services.models;
  const PublishedModel& published = models.published();
  const std::string address = checked_address(command.mirror);
  const fs::path folder = command.into.empty() ? models.folder() : fs::absolute(command.into);
  say(context, Message("{1}, about {2}, licence {3}, from {4}/{5} into {6}.", published.name,
                       size_text(published.bytes), published.licence, address, published.repository,
                       (folder / published.name).string()));
  if (is_readable_on_the_way(address))
    say(context, Message("Nothing protects the connection to this address (no https): others may change the "
                         "model on its way."));
  Getting getting(context, published);
  fs::path made;
  try {
    made = models.download(
        {.folder = folder, .address = address},
        [&](const DownloadProgress& progress) { getting.told(progress); }, context.console.interrupts());
  } catch (...) {
    if (!is_cancellation(std::current_exception())) throw;
    return getting.cancelled();
  }
  if (!command.into.empty()) models.add(made);
  context.console.out(made.string() + '\n');
  return exit_done;
}

int execute(const AddModelCommand& command, const Context& context) {
  context.services.models.add(fs::absolute(command.folder));
  return exit_done;
}

int execute(const RemoveModelCommand& command, const Context& context) {
  Models& models = context.services.models;
  std::vector<InstalledModel> found;
  for (const InstalledModel& model : models.installed()) {
    const bool named = model.name == command.name || model.folder == fs::absolute(command.name);
    if (named && model.origin != ModelOrigin::bundled) found.push_back(model);
  }
  if (found.empty()) throw CommandError("There is no model {1} that could be removed.", command.name);
  if (found.size() > 1)
    throw CommandError("There are {1} models called {2}; name the folder of one.", found.size(),
                       command.name);
  const InstalledModel& model = found.front();
  const bool deletes = model.origin == ModelOrigin::downloaded;
  if (!command.agreed) {
    if (deletes)
      throw CommandError("This deletes {1} in {2}; --yes does it.", size_text(model.bytes),
                         model.folder.string());
    throw CommandError("This takes {1} from the list and leaves its files; --yes does it.",
                       model.folder.string());
  }
  models.remove(model);
  return exit_done;
}

}  // namespace tilescribe::cli

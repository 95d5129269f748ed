// SPDX-License-Identifier: Apache-2.0
#include "inference/api/profile_store.h"

#include "inference/store/formats.h"
#include "inference/store/output.h"
#include "inference/store/session_file.h"
#include "kernels/core/error.h"

namespace tilescribe {

ProfileFormat profile_format(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".sqlite") return ProfileFormat::session;
  if (ending == ".json") return ProfileFormat::trace;
  if (ending == ".csv") return ProfileFormat::table;
  if (ending == ".html") return ProfileFormat::report;
  throw Error("Expected a profile's name to end in .sqlite, .json, .csv or .html, found {1}.", file.string());
}

void save_profile(const ProfileSession& session, const std::filesystem::path& file, ProfileFormat format) {
  const Message failure("The profile could not be saved as {1}", file.string());
  if (const auto complaint = store::complaint_about(session)) throw Error("{1}: {2}.", failure, *complaint);
  Replacement replacement(Message("profile"), file);
  if (format == ProfileFormat::session) {
    store::write_session(session, replacement, failure);
  } else {
    store::Output out(replacement);
    if (format == ProfileFormat::trace) store::write_trace(session, out);
    if (format == ProfileFormat::table) store::write_table(session, out);
    if (format == ProfileFormat::report) store::write_report(session, out);
    out.flush();
  }
  replacement.commit();
}

ProfileSession open_profile(const std::filesystem::path& file) {
  return store::read_session(file);
}

}  // namespace tilescribe

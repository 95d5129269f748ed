// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/profile.h"

/// What save_profile writes besides its own files; inference/store/README.md describes each. The session has
/// passed complaint_about().
namespace tilescribe::store {

class Output;

/// Chrome's trace events as JSON, by time. A device with a track a lane, on which nothing overlaps, and a
/// host with its stages and tokens. Source: "Trace Event Format", Google, 2016.
void write_trace(const ProfileSession& session, Output& out);

/// The kernel table as CSV.
void write_table(const ProfileSession& session, Output& out);

/// A page of HTML with the bottlenecks in words and pictures.
void write_report(const ProfileSession& session, Output& out);

}  // namespace tilescribe::store

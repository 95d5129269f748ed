// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/api/profile.h"

/// The formats that save_profile writes besides its own; inference/store/README.md describes each. The
/// session must have passed complaint_about().
namespace tilescribe::store {

class Output;

/// Chrome's trace events as JSON, by time. A device has one track per lane, on which nothing overlaps; the
/// host has its stages and tokens. Source: "Trace Event Format", Google, 2016.
void write_trace(const ProfileSession& session, Output& out);

/// The kernel table as CSV.
void write_table(const ProfileSession& session, Output& out);

/// An HTML page with the bottlenecks in text and pictures.
void write_report(const ProfileSession& session, Output& out);

}  // namespace tilescribe::store

// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "inference/api/profile_store.h"
#include "inference/api/report.h"
#include "inference/report/parts.h"
#include "inference/transcript/replacement.h"
#include "kernels/core/error.h"

namespace tilescribe {
namespace {

namespace fs = std::filesystem;

std::string stem_of(const fs::path& file) {
  return file.stem().string();
}

fs::path beside(const fs::path& file, const std::string& ending) {
  return file.parent_path() / (stem_of(file) + ending);
}

std::vector<fs::path> always_written(const fs::path& file) {
  return {file, beside(file, "-measurements.json"), beside(file, "-profile.sqlite"),
          beside(file, "-baseline.sqlite")};
}

void write(const fs::path& file, const std::string& bytes) {
  Replacement replacement(Message("report"), file);
  replacement.write(bytes);
  replacement.commit();
}

report::Written written(const ReportMeasurements& measured, const ReportMaterial& material,
                        const fs::path& file) {
  const report::Document document = report::report_of(measured, material, stem_of(file));
  switch (report_format(file)) {
    case ReportFormat::latex:
      return report::latex(document);
    case ReportFormat::html:
      return report::html(document);
    case ReportFormat::markdown:
      break;
  }
  return report::markdown(document, stem_of(file));
}

}  // namespace

ReportFormat report_format(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".md") return ReportFormat::markdown;
  if (ending == ".tex") return ReportFormat::latex;
  if (ending == ".html") return ReportFormat::html;
  throw Error("Expected a report's name to end in .md, .tex or .html, found {1}.", file.string());
}

std::vector<fs::path> report_files(const fs::path& file) {
  std::vector<fs::path> files = always_written(file);
  if (report_format(file) == ReportFormat::markdown) {
    files.push_back(beside(file, "-stages.svg"));
    files.push_back(beside(file, "-roofline.svg"));
  }
  return files;
}

std::vector<fs::path> write_report_files(const ReportMeasurements& measured, const ReportMaterial& material,
                                         const fs::path& file, bool replace) {
  for (const fs::path& one : report_files(file)) {
    if (!replace && fs::exists(one))
      throw Error("{1} exists already, and may hold somebody's words, so nothing was written.", one.string());
  }
  const report::Written all = written(measured, material, file);
  // The report last: where it is, everything that it names is.
  std::vector<fs::path> files = always_written(file);
  save_profile(measured.profile, beside(file, "-profile.sqlite"), ProfileFormat::session);
  save_profile(measured.baseline, beside(file, "-baseline.sqlite"), ProfileFormat::session);
  write(beside(file, "-measurements.json"), report::measurements_json(measured, material));
  for (const report::SideFile& side : all.beside) {
    write(files.emplace_back(file.parent_path() / side.name), side.bytes);
  }
  write(file, all.text);
  return files;
}

}  // namespace tilescribe

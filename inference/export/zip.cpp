// SPDX-License-Identifier: Apache-2.0
#include "inference/export/zip.h"

#include <memory>

#include <zip.h>

#include "kernels/core/error.h"

namespace tilescribe::exporting {
namespace {

[[noreturn]] void fail_with(zip_error_t* error) {
  throw Error("The zip archive could not be written: {1}.", zip_error_strerror(error));
}

struct FreeSource {
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Source = std::unique_ptr<zip_source_t, FreeSource>;
using Archive = std::unique_ptr<zip_t, Discard>;

void add(zip_t* archive, const ZipEntry& file) {
  Source bytes(zip_source_buffer(archive, file.bytes.data(), file.bytes.size(), 0));
  if (!bytes) fail_with(zip_get_error(archive));
  const std::string name(file.name);
  const zip_int64_t index = zip_file_add(archive, name.c_str(), bytes.get(), ZIP_FL_ENC_UTF_8);
  if (index < 0) fail_with(zip_get_error(archive));
  static_cast<void>(bytes.release());                     // the archive's now
  constexpr zip_uint16_t midnight = 0, first_day = 0x21;  // 1 January 1980
  if (zip_file_set_dostime(archive, static_cast<zip_uint64_t>(index), midnight, first_day, 0) != 0)
    fail_with(zip_get_error(archive));
}

std::string content(zip_source_t* source) {
  zip_stat_t about;
  if (zip_source_stat(source, &about) != 0 || zip_source_open(source) != 0)
    fail_with(zip_source_error(source));
  std::string bytes(about.size, '\0');
  const zip_int64_t read = zip_source_read(source, bytes.data(), bytes.size());
  if (read != static_cast<zip_int64_t>(bytes.size())) fail_with(zip_source_error(source));
  if (zip_source_close(source) != 0) fail_with(zip_source_error(source));
  return bytes;
}

}  // namespace

std::string zip_archive(std::span<const ZipEntry> files) {
  zip_error_t error;
  zip_error_init(&error);
  Source source(zip_source_buffer_create(nullptr, 0, 0, &error));
  if (!source) fail_with(&error);
  Archive archive(zip_open_from_source(source.get(), ZIP_TRUNCATE, &error));
  if (!archive) fail_with(&error);
  zip_source_keep(source.get());  // for us besides the archive
  for (const ZipEntry& file : files) add(archive.get(), file);
  if (zip_close(archive.get()) != 0) fail_with(zip_get_error(archive.get()));
  static_cast<void>(archive.release());
  return content(source.get());
}

}  // namespace tilescribe::exporting

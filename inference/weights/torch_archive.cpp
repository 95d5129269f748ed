// SPDX-License-Identifier: Apache-2.0
#include "inference/weights/torch_archive.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <zip.h>

#include "inference/weights/aligned_buffer.h"
#include "inference/weights/limits.h"
#include "inference/weights/pickle.h"
#include "inference/weights/safetensors_header.h"
#include "inference/weights/tensor_check.h"
#include "kernels/core/error.h"

namespace tilescribe::weights {
namespace {

constexpr std::string_view pickle_name = "/data.pkl";

struct Buffer {
  std::shared_ptr<std::byte> data;
  std::size_t size = 0;
};

/// The archive, one reader at a time.
class TorchArchive {
 public:
  explicit TorchArchive(const std::filesystem::path& path) : path_(path.string()) {
    int code = 0;
    zip_.reset(zip_open(path_.c_str(), ZIP_RDONLY, &code));
    if (zip_) {
      file_bytes_ = std::filesystem::file_size(path);
      return;
    }
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    const std::string reason = zip_error_strerror(&error);
    zip_error_fini(&error);
    throw Error("Expected a file that torch.save wrote (since PyTorch 1.6, a zip archive) at {1}: {2}.",
                path_, reason);
  }

  const std::string& path() const { return path_; }

  /// The name of the one entry that ends so.
  std::string only_entry(std::string_view end) const {
    std::string found;
    const zip_int64_t count = zip_get_num_entries(zip_.get(), 0);
    for (zip_int64_t i = 0; i < count; ++i) {
      const char* name = zip_get_name(zip_.get(), static_cast<zip_uint64_t>(i), 0);
      if (name == nullptr || !std::string_view(name).ends_with(end)) continue;
      if (!found.empty()) throw Error("Expected one {1} in {2}, found several.", end, path_);
      found = name;
    }
    if (found.empty())
      throw Error("Expected {1} in {2}, found none: it is no file of torch.save.", end, path_);
    return found;
  }

  bool has(const std::string& name) const { return zip_name_locate(zip_.get(), name.c_str(), 0) >= 0; }

  /// An entry's bytes, which are as many as the file says. Nothing is decompressed.
  Buffer read(const std::string& name, std::uint64_t most) const {
    const std::lock_guard lock(mutex_);
    zip_stat_t about;
    zip_stat_init(&about);
    if (zip_stat(zip_.get(), name.c_str(), 0, &about) != 0) refuse(name, Message("none"));
    if (about.comp_method != ZIP_CM_STORE) refuse(name, Message("a compressed one"));
    if (about.encryption_method != ZIP_EM_NONE) refuse(name, Message("an encrypted one"));
    if (about.size > most || about.size > file_bytes_) refuse(name, Message("one of {1} bytes", about.size));
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> entry(
        zip_fopen_index(zip_.get(), about.index, 0), &zip_fclose);
    if (!entry) refuse(name, Message::verbatim(zip_strerror(zip_.get())));
    Buffer buffer{aligned_buffer(static_cast<std::size_t>(about.size)), static_cast<std::size_t>(about.size)};
    for (std::size_t at = 0; at < buffer.size;) {
      const zip_int64_t count = zip_fread(entry.get(), buffer.data.get() + at, buffer.size - at);
      if (count <= 0)
        refuse(name, Message("one that ends after {1} of {2} bytes or is damaged", at, buffer.size));
      at += static_cast<std::size_t>(count);
    }
    char end = 0;  // reading on compares the checksum
    if (zip_fread(entry.get(), &end, 1) != 0) refuse(name, Message("one with a wrong checksum"));
    return buffer;
  }

 private:
  [[noreturn]] void refuse(const std::string& name, const Message& found) const {
    throw Error("Expected a stored entry {1} of the right size in {2}, found {3}.", name, path_, found);
  }

  struct Close {
    void operator()(zip_t* archive) const { zip_discard(archive); }
  };
  std::string path_;
  std::uint64_t file_bytes_ = 0;
  std::unique_ptr<zip_t, Close> zip_;
  mutable std::mutex mutex_;
};

std::uint64_t storage_bytes(const PickledTensor& tensor) {
  return static_cast<std::uint64_t>(tensor.storage_values) * safetensors_element_size(tensor.dtype).value();
}

SourceTensor read_tensor(const TorchArchive& archive, const std::string& folder,
                         const PickledTensor& tensor) {
  const Buffer storage = archive.read(folder + "/data/" + tensor.storage, storage_bytes(tensor));
  if (storage.size != storage_bytes(tensor))
    throw Error("Expected {1} bytes in the storage {2} of {3}, found {4}.", storage_bytes(tensor),
                tensor.storage, archive.path(), storage.size);
  const kernels::DType dtype = *weight_dtype(tensor.dtype);
  const std::byte* first =
      storage.data.get() + static_cast<std::size_t>(tensor.first) * kernels::size_of(dtype);
  return {dtype, tensor.shape, first, storage.data};
}

}  // namespace

StoredWeights stored_in_torch_archive(const std::filesystem::path& file) {
  const auto archive = std::make_shared<const TorchArchive>(file);
  const std::string pickle = archive->only_entry(pickle_name);
  const std::string folder = pickle.substr(0, pickle.size() - pickle_name.size());
  constexpr std::uint64_t most_order_bytes = 16;
  if (archive->has(folder + "/byteorder")) {
    const Buffer order = archive->read(folder + "/byteorder", most_order_bytes);
    const std::string_view text(reinterpret_cast<const char*>(order.data.get()), order.size);
    if (text != "little")
      throw Error("Expected little-endian values in {1}, found the byte order {2}.", archive->path(), text);
  }
  const Buffer bytes = archive->read(pickle, limits::pickle_bytes);
  StoredWeights weights;
  for (PickledTensor& tensor : parse_state_dict({bytes.data.get(), bytes.size}, archive->path())) {
    StoredWeight weight{tensor.name, tensor.dtype, tensor.shape, {}, [] {}};  // read anew each time
    const std::string name = tensor.name;
    weight.read = [archive, folder, tensor = std::move(tensor)] {
      return read_tensor(*archive, folder, tensor);
    };
    weights.emplace(name, std::move(weight));
  }
  return weights;
}

}  // namespace tilescribe::weights

// SPDX-License-Identifier: Apache-2.0
#include "kernels/backend/cuda/nvtx_ranges.h"

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <string>

#include <nvtx3/nvToolsExt.h>

namespace tilescribe::kernels {
namespace {

class NvtxRanges final : public OpHook {
 public:
  NvtxRanges() : domain_(nvtxDomainCreateA("tilescribe")) {}
  ~NvtxRanges() override {
    leave_layer();
    leave_stage();
    nvtxDomainDestroy(domain_);
  }
  NvtxRanges(const NvtxRanges&) = delete;
  NvtxRanges& operator=(const NvtxRanges&) = delete;

  void op_begins(const OpLabel& label) override {
    push(std::string(label.op) + " (" + std::string(label.variant) + ")");
  }
  void op_ends() override { nvtxDomainRangePop(domain_); }
  void replay_begins(const Place&) override { push("replay"); }
  void replay_ends() override { nvtxDomainRangePop(domain_); }

  void place_changes(const Place& place) override {
    const bool other = place.stage != place_.stage || place.step != place_.step;
    if (other || place.layer != place_.layer) leave_layer();
    if (other) {
      leave_stage();
      if (!place.stage.empty()) {
        push(std::string(place.stage) + (place.step < 0 ? "" : " step " + std::to_string(place.step)));
      }
      in_stage_ = !place.stage.empty();
    }
    if (place.layer >= 0 && !in_layer_) {
      push("layer " + std::to_string(place.layer));
      in_layer_ = true;
    }
    place_ = place;
  }

 private:
  void push(const std::string& text) {
    nvtxEventAttributes_t range{};
    range.version = NVTX_VERSION;
    range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    range.messageType = NVTX_MESSAGE_TYPE_ASCII;
    range.message.ascii = text.c_str();
    nvtxDomainRangePushEx(domain_, &range);
  }
  void leave_layer() {
    if (in_layer_) nvtxDomainRangePop(domain_);
    in_layer_ = false;
  }
  void leave_stage() {
    if (in_stage_) nvtxDomainRangePop(domain_);
    in_stage_ = false;
  }

  nvtxDomainHandle_t domain_;
  Place place_;
  bool in_stage_ = false, in_layer_ = false;
};

}  // namespace

std::unique_ptr<OpHook> make_nvtx_ranges() {
  return std::make_unique<NvtxRanges>();
}

}  // namespace tilescribe::kernels

#else

namespace tilescribe::kernels {

std::unique_ptr<OpHook> make_nvtx_ranges() {
  return nullptr;
}

}  // namespace tilescribe::kernels

#endif

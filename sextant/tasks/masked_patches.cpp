// Masked image modelling on patches, as in MAE (He et al. 2022) without its lighter decoder: some patches are masked
// and their pixels are predicted from the others. With task.shuffle_pixels nothing but the images says where a patch
// stands. See masked_variables.h.
#include "sextant/tasks/masked_variables.h"
#include "sextant/tasks/patch_options.h"

namespace sextant::tasks {
namespace {

struct MaskedPatchesOptions final : Options {
  PatchOptions patches{false};
  MaskPlan masks;

  void visit(OptionVisitor& option) override {
    patches.visit(option);
    masks.visit(option);
  }
};

PatchPlan make_patch_plan(const MaskedPatchesOptions& own) {
  own.masks.check();
  PatchPlan plan = own.patches.plan;
  plan.seed = static_cast<std::uint64_t>(own.masks.data_seed);
  return plan;
}

class MaskedPatches final : public MaskedVariables {
 public:
  using OwnOptions = MaskedPatchesOptions;
  MaskedPatches(const MaskedPatchesOptions& own, std::uint64_t)
      : MaskedVariables("masked_patches", own.masks, prepare_patches(make_patch_plan(own))) {}
};

}  // namespace

SEXTANT_DEFINE_TASK(masked_patches, MaskedPatches)

}  // namespace sextant::tasks

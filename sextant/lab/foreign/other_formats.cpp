#include "sextant/lab/foreign/other_formats.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "sextant/core/error.h"

namespace sextant::lab {
namespace {

std::string first_bytes(const std::string& path, std::size_t count) {
  std::string bytes(count, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(count));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

/// torch.save writes a zip whose first entry lies in a folder with data.pkl; before 1.6, a bare pickle.
bool is_pickle(const std::string& bytes, const std::string& ending) {
  const bool old = bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
  const bool zip = bytes.starts_with("PK\x03\x04") && bytes.find("data.pkl") != std::string::npos;
  const bool named = ending == ".bin" || ending == ".pt" || ending == ".pth" || ending == ".ckpt";
  return old || zip || named;
}

}  // namespace

std::string describe_other_format(const std::string& path) {
  std::error_code problem;
  if (!std::filesystem::is_regular_file(path, problem)) return "";
  const std::string ending = std::filesystem::path(path).extension(), bytes = first_bytes(path, 512);
  const std::string name = std::filesystem::path(path).filename();
  if (bytes.starts_with("GGUF"))
    return fmt::format(
        "a GGUF file (llama.cpp); convert it with transformers: "
        "AutoModelForCausalLM.from_pretrained(\".\", gguf_file=\"{}\").save_pretrained(\"converted\")",
        name);
  if (is_pickle(bytes, ending))
    return fmt::format(
        "a pickle of PyTorch, which is a program and is not executed; convert it: python3 -c \"import torch, "
        "safetensors.torch as s; s.save_file(torch.load('{}', weights_only=True), 'model.safetensors')\"",
        name);
  if (ending == ".onnx")
    return "an ONNX graph; save the weights from the model it was exported from: model.save_pretrained(\"converted\")";
  if (bytes.starts_with("\x89HDF\r\n") && ending == ".h5")
    return "weights of TensorFlow; convert them with transformers: AutoModel.from_pretrained(\".\", "
           "from_tf=True).save_pretrained(\"converted\")";
  if (ending == ".msgpack")
    return "weights of Flax; convert them with transformers: AutoModel.from_pretrained(\".\", "
           "from_flax=True).save_pretrained(\"converted\")";
  return "";
}

void refuse_other_format(const std::string& path) {
  const std::string found = describe_other_format(path);
  require(found.empty(), "{}: {}", path, found);
}

}  // namespace sextant::lab

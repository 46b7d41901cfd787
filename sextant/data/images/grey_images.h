// Which files hold images, and images of any of them: IDX, or arrays (npy, npz, csv, mat, h5, ...) of shape (count,
// height, width), with channels first or last, or (count, pixels) of square images. Colours are averaged to grey.
#pragma once

#include "sextant/data/images/idx.h"

namespace sextant::data {

struct ImageFiles {
  std::string train, test;  // test is empty where there is one set: its last sixth is held out then
};

/// `path` is a file (FILE#ARRAY of several arrays), or a folder: with MNIST's names, or else one file whose name says
/// train and one that says test or t10k, or a single file of images.
ImageFiles find_image_files(const std::string& path);

ImageSet read_grey_images(const std::string& path);

}  // namespace sextant::data

#!/usr/bin/env python3
"""Writes the small files beside this script with the programs whose formats they are: SciPy (MATLAB 5), h5py (HDF5, and
MATLAB 7.3, which is HDF5 behind 512 bytes) and nibabel (CIFTI). All hold value(time, variable) = sin(0.7 t + v) + v.
Usage: make_files.py        needs numpy, scipy, h5py and nibabel"""
import pathlib

import h5py
import nibabel
import numpy as np
import scipy.io
import scipy.sparse

here = pathlib.Path(__file__).parent
times, variables = 24, 6
t, v = np.mgrid[0:times, 0:variables]
series = np.sin(0.7 * t + v) + v
labels = np.array([[1], [1], [2], [2], [3], [3]], dtype=np.uint8)
networks = np.empty((3, 1), dtype=object)
networks[:, 0] = ["Visual", "Motor", "Default"]
parcels = [f"L_{name}_ROI" for name in ("V1", "MST", "V6", "V2", "V3", "V4")]

scipy.io.savemat(here / "small_v5.mat", {"ts": series, "lab": labels, "net": networks, "rate": 0.72}, do_compression=True)

# What else people have in such files: structs in structs, cells in them, sparse, complex, empty, text.
inner = np.empty(2, dtype=object)
inner[:] = [np.arange(3), "word"]
far = scipy.sparse.csc_matrix(([1.0, 2.0], ([0, 900], [1, 900])), shape=(1000, 1000))
scipy.io.savemat(here / "mixed_v5.mat",
                 {"about": {"name": "a person", "age": 30.0, "more": {"cells": inner, "none": np.zeros((0, 0))}}, "far": far,
                  "ts": series, "flags": np.array([True, False]), "wave": np.array([1 + 2j]), "note": "text",
                  "table": np.array([(1, 2.5), (3, 4.5)], dtype=[("a", "i4"), ("b", "f8")])}, do_compression=True)

with h5py.File(here / "small_v73.mat", "w", userblock_size=512, libver="earliest") as file:
    for name, array in {"ts": series, "lab": labels.astype(float)}.items():
        file.create_dataset(name, data=array.T)  # MATLAB's order
        text = h5py.h5t.C_S1.copy()  # ended by a zero or by its size, as MATLAB does it
        text.set_size(6)
        space = h5py.h5s.create(h5py.h5s.SCALAR)
        h5py.h5a.create(file[name].id, b"MATLAB_class", text, space).write(np.array(b"double", dtype="S6"), mtype=text)
with open(here / "small_v73.mat", "r+b") as file:
    text = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, HDF5 schema 1.00 ."
    file.write(text.ljust(116) + bytes(8) + b"\x00\x02IM")

with h5py.File(here / "small.h5", "w", libver="earliest") as file:
    file.create_dataset("rest/series", data=series.astype("f4"), chunks=(12, 6), compression="gzip")
    file.create_dataset("rest/rate", data=0.72)
    file.create_dataset("labels", data=labels[:, 0])
    file.create_dataset("regions", data=np.array(parcels, dtype="S"))

# Three ways out of an HDF5 file, which are refused: raw data in another file, a link, and a dataset made of others.
with h5py.File(here / "external.h5", "w", libver="earliest") as file:
    file.create_dataset("ts", shape=series.shape, dtype="f8", external=[("elsewhere.bin", 0, h5py.h5f.UNLIMITED)])
with h5py.File(here / "linked.h5", "w", libver="earliest") as file:
    file.create_dataset("ts", data=series)
    file["more"] = h5py.ExternalLink("elsewhere.h5", "/ts")
with h5py.File(here / "virtual.h5", "w", libver="v110") as file:
    layout = h5py.VirtualLayout(shape=series.shape, dtype="f8")
    layout[:] = h5py.VirtualSource("elsewhere.h5", "ts", shape=series.shape)
    file.create_virtual_dataset("ts", layout)
# The first in the form of MATLAB 7.3.
with h5py.File(here / "external_v73.mat", "w", userblock_size=512, libver="earliest") as file:
    file.create_dataset("ts", shape=series.T.shape, dtype="f8", external=[("elsewhere.bin", 0, h5py.h5f.UNLIMITED)])
with open(here / "external_v73.mat", "r+b") as file:
    file.write(b"MATLAB 7.3 MAT-file".ljust(116) + bytes(8) + b"\x00\x02IM")

times_axis = nibabel.cifti2.SeriesAxis(start=0, step=0.72, size=times)
parcels_axis = nibabel.cifti2.ParcelsAxis(parcels, [np.empty((0, 3), int)] * variables,
                                          [{"CIFTI_STRUCTURE_CORTEX_LEFT": np.arange(i, i + 1)} for i in range(variables)],
                                          affine=None, volume_shape=None, nvertices={"CIFTI_STRUCTURE_CORTEX_LEFT": 100})
image = nibabel.Cifti2Image(series.astype("f4"), header=(times_axis, parcels_axis))
image.nifti_header.set_intent("ConnParcelSries")
image.to_filename(here / "small.ptseries.nii")

"""Small matrices in every format, each behind the byte that chooses its format: matrix_seeds.py FOLDER."""

import io
import pathlib
import sys

import numpy
import scipy.io
import scipy.sparse

folder = pathlib.Path(sys.argv[1])
matrix = numpy.array([[2.0, -1.0], [-1.0, 1.5]])


def bytes_of(save, *arguments, **keywords):
    file = io.BytesIO()
    save(file, *arguments, **keywords)
    return file.getvalue()


seeds = {
    "csv": (0, b"# stiffness\n2, -1\n-1, 1.5\n"),
    "blanks": (0, b"2;-1\r\n-1;1.5"),
    "coordinate": (1, b"%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 2\n2 1 -1\n2 2 1.5\n"),
    "array": (1, b"%%MatrixMarket matrix array integer general\n2 2\n2\n-1\n-1\n1\n"),
    "npy": (2, bytes_of(numpy.save, matrix)),
    "float32": (2, bytes_of(numpy.save, numpy.asfortranarray(matrix.astype("f4")))),
    "bytes": (2, bytes_of(numpy.save, numpy.eye(3, dtype="u1"))),
    "npz": (3, bytes_of(numpy.savez, K=matrix)),
    "punched": (4, b"DMIG    K              0       6       2       0                       2\n"
                b"DMIG*   K                              1               3\n"
                b"*                      1               3 2.0D+00\n*                      2               3-1.0\n"),
    "full": (5, bytes_of(scipy.io.savemat, {"K": matrix})),
    "whole-numbers": (5, bytes_of(scipy.io.savemat, {"K": matrix.astype("i2"), "title": "frame"})),
    "sparse": (5, bytes_of(scipy.io.savemat, {"K": scipy.sparse.csc_matrix(matrix)})),
    "packed": (5, bytes_of(scipy.io.savemat, {"K": scipy.sparse.csc_matrix(matrix)}, do_compression=True)),
    "labelled": (6, b"** nodes\n1,1, 1,1, 2.0\n2,1, 1,1, -1\n2,1, 2,1, 1.5e+00\n"),
    "plain": (6, b"1, 1, 2.0\n2, 1, -1\n2, 2, 1.5\n"),
    "stored": (7, b"1 1 2.0000000000000e+00\n1 2 -1.0\n2 2 1.5\n"),
    "compressed": (3, bytes_of(numpy.savez_compressed, K=matrix)),
}
# A file of MATLAB begins with words and the time when it was written; the same seeds every time fuzz the same inputs.
MAT_WORDS = 116  # bytes
for name, (format, content) in seeds.items():
    if content.startswith(b"MATLAB"):
        content = b"MATLAB 5.0 MAT-file".ljust(MAT_WORDS) + content[MAT_WORDS:]
    (folder / name).write_bytes(bytes([format]) + content)

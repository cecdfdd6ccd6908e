"""Small matrices in every format, each behind the byte that chooses its format: matrix_seeds.py FOLDER."""

import io
import pathlib
import sys

import numpy

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
    "compressed": (3, bytes_of(numpy.savez_compressed, K=matrix)),
}
for name, (format, content) in seeds.items():
    (folder / name).write_bytes(bytes([format]) + content)

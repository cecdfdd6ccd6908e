"""The notebooks run from the first cell to the last, and every one of them draws."""

import pathlib

import nbformat
import pytest
import stickslip
from conftest import ROOT
from nbclient import NotebookClient

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))


def test_there_are_five():
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda f: f.stem)
def test_notebook_runs(file, request, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(pathlib.Path(stickslip.__file__).resolve().parents[1]))
    notebook = nbformat.read(file, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "notebooks are kept without their outputs"
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = [
        output["data"]["image/png"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert len(pictures) >= 3
    folder = request.config.getoption("--pictures")
    if folder is not None:
        import base64

        for i, picture in enumerate(pictures):
            pathlib.Path(folder, f"{file.stem}-{i}.png").write_bytes(base64.b64decode(picture))

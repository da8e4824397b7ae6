"""Writes the workbooks beside this file with real spreadsheet programs, from the rows that `print-rows.ts` gives.

    npx esbuild test/exports/workbooks/print-rows.ts --bundle --platform=node --format=esm | node --input-type=module - |
        python3 test/exports/workbooks/make.py
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import openpyxl
import xlsxwriter

HERE = pathlib.Path(__file__).parent


def by_openpyxl(path, sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(sheet["name"])
        for row in sheet["rows"]:
            page.append(row)
        for merged in sheet.get("merged", []):
            page.merge_cells(merged)
    book.save(path)


def by_xlsxwriter(path, sheets):
    book = xlsxwriter.Workbook(path)
    for sheet in sheets:
        page = book.add_worksheet(sheet["name"])
        for place, row in enumerate(sheet["rows"]):
            for column, cell in enumerate(row):
                if isinstance(cell, str) and not cell.startswith("="):
                    page.write_string(place, column, cell)
                else:
                    page.write(place, column, cell)
        for merged in sheet.get("merged", []):
            first = merged.split(":")[0]
            page.merge_range(merged, sheet["rows"][int(first[1:]) - 1][ord(first[0]) - 65])
        page.freeze_panes(1, 0)
    book.close()


def by_libreoffice(path, sheets):
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / (path.stem + ".xlsx")
        by_openpyxl(source, sheets)
        out = pathlib.Path(folder) / "out"
        command = ["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile"]
        subprocess.run(
            [*command, "--convert-to", path.suffix[1:], "--outdir", str(out), str(source)], check=True, stdout=sys.stderr
        )
        path.write_bytes((out / path.name).read_bytes())


WRITERS = {"openpyxl": by_openpyxl, "xlsxwriter": by_xlsxwriter, "libreoffice": by_libreoffice}

for book in json.load(sys.stdin):
    WRITERS[book["writer"]](HERE / book["file"], book["sheets"])

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails on an include against the arrows of docs/architecture.md and on files that break the tree's other rules.

Checked: which folder may include which; who may include Qt, OpenGL, CUDA and Bullet; no word in headers that is a macro
of Qt; the SPDX line; no absolute path of one machine. Usage: check_arrows.py [ROOT]; prints file:line: message, exit status 1 when there is any.
"""
import pathlib
import re
import sys

# Folder -> folders whose headers it may include, besides its own.
MAY_INCLUDE = {
    "core": set(),
    "collision": {"core"},
    "dynamics": {"collision", "core"},
    "scenes": {"dynamics", "collision", "core"},
    "gpu": {"dynamics", "collision", "core"},
    "render": {"core"},
    "app": {"scenes", "dynamics", "collision", "core", "gpu", "render"},
    "tests": {"scenes", "dynamics", "collision", "core", "gpu", "render", "app", "tests"},
}
# Name of a family, pattern of its headers, path prefixes that may include it.
FOREIGN = [
    ("Qt", re.compile(r"^(Qt\w*/|Q[A-Z]\w*$|qcustomplot)"), ("app/", "tests/app/", "tests/document/", "tests/gui/", "tests/window/")),
    ("OpenGL", re.compile(r"^(GL|GLES\d?|EGL|KHR|epoxy)/"), ("render/", "app/", "tests/")),
    ("CUDA", re.compile(r"^(cuda|cub/|thrust/|nv/)"), ("gpu/", "tests/gpu/")),
    ("Bullet", re.compile(r"^(bt[A-Z]\w*\.h$|Bullet\w*/|LinearMath/|HACD/|ConvexDecomposition/)"),
     ("dynamics/bullet/", "tests/")),
]
# Words that Qt's headers make macros of: no header that the window may include has them in its code.
QT_WORD = re.compile(r"\b(emit|signals|slots|foreach|forever)\b")
COMMENT = re.compile(r"//.*")
QT_FREE = {"core", "collision", "dynamics", "scenes", "gpu", "render"}
SPDX = "SPDX-License-Identifier: "
APP_LICENCE, LICENCE = "GPL-3.0-or-later", "Apache-2.0"
SOURCE_ENDINGS = {".h", ".cpp", ".cu", ".cuh", ".vert", ".frag", ".geom", ".comp", ".glsl"}
SCRIPT_ENDINGS = {".cmake", ".sh", ".py"}
TEXT_ENDINGS = SOURCE_ENDINGS | SCRIPT_ENDINGS | {".txt", ".md", ".json", ".in", ".svg"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
MACHINE_PATH = re.compile(r'(?<![\w./:$}-])/(work|home/\w|Users/\w|root/)')
SKIPPED_FOLDERS = {"build", "out", ".git", ".cache", "LICENSES"}


def files(root):
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(root)
        if relative.parts[0] in SKIPPED_FOLDERS or not path.is_file() or path.is_symlink():
            continue
        if relative.as_posix().startswith("tests/data/"):
            continue
        yield path, relative


def check_includes(relative, lines, complain):
    folder = relative.parts[0]
    name = relative.as_posix()
    for number, line in enumerate(lines, 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        target = match.group(1)
        target_folder = target.split("/")[0]
        if "/" in target and target_folder in MAY_INCLUDE and target_folder != folder:
            if target_folder not in MAY_INCLUDE[folder]:
                complain(name, number, f"{folder} must not include {target_folder} ({target})")
        if target.startswith("../"):
            complain(name, number, f"include from the root of the tree, not through .. ({target})")
        for family, pattern, allowed in FOREIGN:
            if pattern.match(target) and not name.startswith(allowed):
                complain(name, number, f"{folder} must not include {family} ({target})")


def check_words(relative, lines, complain):
    if relative.suffix != ".h" or relative.parts[0] not in QT_FREE:
        return
    for number, line in enumerate(lines, 1):
        match = QT_WORD.search(COMMENT.sub("", line))
        if match:
            complain(relative.as_posix(), number, f"'{match.group()}' is a macro of Qt")


def check_licence(relative, lines, complain):
    # The application is under the GPL; its tests may be.
    allowed = [LICENCE]
    if relative.suffix in SOURCE_ENDINGS:
        allowed = {"app": [APP_LICENCE], "tests": [LICENCE, APP_LICENCE]}.get(relative.parts[0], allowed)
    if not any(SPDX + licence in line for licence in allowed for line in lines[:3]):
        complain(relative.as_posix(), 1, f"the line '{SPDX}{allowed[0]}' is missing")


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent).resolve()
    faults = 0

    def complain(name, number, text):
        nonlocal faults
        faults += 1
        print(f"{name}:{number}: {text}")

    checked = 0
    for path, relative in files(root):
        if path.suffix not in TEXT_ENDINGS and path.name != "CMakeLists.txt":
            continue
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        checked += 1
        is_source = path.suffix in SOURCE_ENDINGS
        if is_source and relative.parts[0] in MAY_INCLUDE:
            check_includes(relative, lines, complain)
            check_words(relative, lines, complain)
        if is_source or path.suffix in SCRIPT_ENDINGS or path.name == "CMakeLists.txt":
            check_licence(relative, lines, complain)
        for number, line in enumerate(lines, 1):
            if MACHINE_PATH.search(line) and path.name != "check_arrows.py":
                complain(relative.as_posix(), number, "an absolute path of one machine")
    print(f"{checked} files checked, {faults} faults")
    return 1 if faults or not checked else 0


if __name__ == "__main__":
    sys.exit(main())

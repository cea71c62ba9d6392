"""Reduces the fonts of printed pages: `print-fonts.py NOTO_TTC INTER_FOLDER TARGET`.

A reduced font (read by src/core/print/typeface.rs, all numbers little endian) is
  u32 glyphs, u32 characters, u32 glyphs of a block, u32 bytes of the packed tables, the packed tables, the packed blocks.
The tables are: the characters (u32 each, ascending), their glyph in Hong Kong's form (u16 each), their glyph in the
mainland's form (u16 each), the width of each glyph (u16, thousandths of the size), the end of each block (u32).
A block holds the Type 2 charstrings of its glyphs, each after its length (u16). They use rmoveto, rlineto, rrcurveto and
endchar alone, without hints, subroutines and widths. Glyph 0 stands for a character that the font lacks.
"""

import struct
import subprocess
import sys
from pathlib import Path

from fontTools.misc.transform import Scale
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

BLOCK = 256
MOVE, LINE, CURVE, END = 21, 5, 8, 14
# Operands that a Type 2 charstring may stack.
STACK = 48


class Outline(BasePen):
    """Collects moves, lines and curves."""

    def __init__(self, glyphs):
        super().__init__(glyphs)
        self.steps = []

    def _moveTo(self, to):
        self.steps.append((MOVE, to))

    def _lineTo(self, to):
        self.steps.append((LINE, to))

    def _curveToOne(self, one, other, to):
        self.steps.append((CURVE, one, other, to))

    def _closePath(self):
        pass


def number(value):
    if -107 <= value <= 107:
        return bytes([value + 139])
    if 108 <= value <= 1131:
        value -= 108
        return bytes([247 + (value >> 8), value & 255])
    if -1131 <= value <= -108:
        value = -value - 108
        return bytes([251 + (value >> 8), value & 255])
    return b"\x1c" + struct.pack(">h", value)


def charstring(glyphs, name, scale):
    outline = Outline(glyphs)
    glyphs[name].draw(TransformPen(outline, Scale(scale)))
    out, pending, operands = bytearray(), None, []
    x = y = 0

    def flush():
        if pending is not None:
            out.extend(b"".join(operands) + bytes([pending]))

    for operator, *places in outline.steps:
        step = []
        for place in places:
            left, top = round(place[0]), round(place[1])
            step += [number(left - x), number(top - y)]
            x, y = left, top
        if operator == MOVE or operator != pending or len(operands) + len(step) > STACK:
            flush()
            pending, operands = operator, []
        operands += step
    flush()
    out.append(END)
    return bytes(out)


def packed(data):
    return subprocess.run(["zstd", "-q", "--ultra", "-22", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


def write(target, source, forms):
    """`forms`: for each character the names of its two glyphs."""
    scale = 1000 / source["head"].unitsPerEm
    glyphs = source.getGlyphSet()
    names, places = [".notdef"], {".notdef": 0}
    for character in sorted(forms):
        for name in forms[character]:
            if places.setdefault(name, len(names)) == len(names):
                names.append(name)
    characters = sorted(forms)
    blocks, ends = bytearray(), []
    for start in range(0, len(names), BLOCK):
        block = bytearray()
        for name in names[start : start + BLOCK]:
            outline = charstring(glyphs, name, scale)
            block += struct.pack("<H", len(outline)) + outline
        blocks += packed(bytes(block))
        ends.append(len(blocks))
    tables = struct.pack(f"<{len(characters)}I", *characters)
    for form in (0, 1):
        tables += struct.pack(f"<{len(characters)}H", *(places[forms[one][form]] for one in characters))
    tables += struct.pack(f"<{len(names)}H", *(round(glyphs[name].width * scale) for name in names))
    tables = packed(tables + struct.pack(f"<{len(ends)}I", *ends))
    head = struct.pack("<4I", len(names), len(characters), BLOCK, len(tables))
    Path(target).write_bytes(head + tables + blocks)
    print(f"{target}: {len(names)} glyphs, {Path(target).stat().st_size} bytes")


def encodable(codec):
    found = set()
    for character in [*range(0x80, 0x10000), *range(0x20000, 0x30000)]:
        try:
            chr(character).encode(codec)
            found.add(character)
        except UnicodeError:
            pass
    return found


def han(collection):
    faces = {face["name"].getDebugName(4): face for face in TTCollection(collection).fonts}
    hong_kong, mainland = faces["Noto Sans CJK HK"], faces["Noto Sans CJK SC"]
    of_hong_kong, of_mainland = hong_kong.getBestCmap(), mainland.getBestCmap()
        # The characters of both encodings, Unicode's first 20,992 Han, and kana and hangul letters for foreign names.
    simplified = encodable("gb2312")
    wanted = encodable("big5hkscs") | simplified | set(range(0x4E00, 0xA000)) | set(range(0x3000, 0x3100))
    wanted |= set(range(0xFF00, 0xFFF0))
    forms = {}
    for character in wanted & of_hong_kong.keys():
        usual = of_hong_kong[character]
        forms[character] = (usual, of_mainland.get(character, usual) if character in simplified else usual)
    return hong_kong, forms


def latin(file):
    font = TTFont(file)
    known = font.getBestCmap()
    wanted = [*range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x370, 0x400), *range(0x400, 0x530)]
    wanted += [*range(0x1E00, 0x1F00), *range(0x2010, 0x2045), *range(0x20A0, 0x20C1), *range(0x2100, 0x2150)]
    wanted += [*range(0x2190, 0x219A), *range(0x2200, 0x2270), 0x25A1, 0x25CF, 0x2605, 0x2713, 0x2717]
    return font, {one: (known[one], known[one]) for one in wanted if one in known}


def main(noto, inter, target):
    target = Path(target)
    write(target / "han.font", *han(noto))
    write(target / "latin.font", *latin(Path(inter) / "Inter-Regular.otf"))
    write(target / "latin-bold.font", *latin(Path(inter) / "Inter-Bold.otf"))


main(*sys.argv[1:])

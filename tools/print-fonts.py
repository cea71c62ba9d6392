"""Reduces the fonts of printed pages: `print-fonts.py NOTO_TTC INTER_FOLDER TARGET`.

src/core/print/font_file.rs describes the format. A font keeps the outlines of its glyphs without hints, subroutines and
kerning. Glyph 0 stands for a character that the font lacks.
"""

import struct
import sys
from pathlib import Path

import brotli
from fontTools.misc.transform import Scale
from fontTools.pens.basePen import BasePen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

# More glyphs in a block pack better, and cost each page that needs one of them more time.
BLOCK = 512
MOVE, LINE, CURVE = range(3)
END_OF_GLYPH = 255


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


def difference(value):
    """A value of an outline that is not zero, in one byte or two."""
    if -120 <= value <= 120:
        return bytes([value + 120])
    beyond = abs(value) - 121
    first = (241 if value > 0 else 248) + (beyond >> 8)
    if first > (247 if value > 0 else 255):
        sys.exit(f"{value} is too far for an outline")
    return bytes([first, beyond & 255])


def append_outline(streams, glyphs, name, scale):
    """Appends the steps of a glyph to the five streams of its block."""
    outline = Outline(glyphs)
    glyphs[name].draw(TransformPen(outline, Scale(scale)))
    x = y = 0
    for operation, *places in outline.steps:
        operands = []
        for place in places:
            left, top = round(place[0]), round(place[1])
            operands += [left - x, top - y]
            x, y = left, top
        zeros = sum(1 << place for place, value in enumerate(operands) if value == 0)
        streams[0].append(operation << 6 | zeros)
        for place, value in enumerate(operands):
            if value:
                streams[1 + place % 2 + (2 if operation == CURVE else 0)] += difference(value)
    streams[0].append(END_OF_GLYPH)


def packed(data):
    return brotli.compress(bytes(data), quality=11, lgwin=22)


def numbers(kind, values):
    return struct.pack(f"<{len(values)}{kind}", *values)


def differences(values):
    return [value - before for before, value in zip([0, *values], values)]


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
        streams = [bytearray() for _ in range(5)]
        for name in names[start : start + BLOCK]:
            append_outline(streams, glyphs, name, scale)
        blocks += packed(numbers("I", [len(stream) for stream in streams]) + b"".join(streams))
        ends.append(len(blocks))
    hong_kong, mainland = ([places[forms[one][form]] for one in characters] for form in (0, 1))
    tables = numbers("I", differences(characters)) + numbers("h", differences(hong_kong))
    tables += numbers("h", [there - here for here, there in zip(hong_kong, mainland)])
    tables += numbers("H", [round(glyphs[name].width * scale) for name in names]) + numbers("I", ends)
    tables = packed(tables)
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

"""Cuts the fonts in this folder from Debian's fonts-noto-core and fonts-noto-cjk (SIL Open Font License 1.1).

    apt-get install fonts-noto-core fonts-noto-cjk && pip install fonttools && python3 cut.py

NotoSans, NotoSerif: Latin, Greek, Cyrillic, Vietnamese. One file per further script. CJK: the characters of
GB 2312, Big5 level 1, JIS X 0208 and KS X 1001 (13,823).

NotoEmoji-Bold.ttf is the file of all emoji in weight 700 of the npm package @fontsource/noto-emoji 5.3.2, unpacked from WOFF2.
"""
import pathlib
import subprocess

NOTO, CJK = "/usr/share/fonts/truetype/noto/", "/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc"
HERE = pathlib.Path(__file__).parent
LATIN = ("U+0020-024F,U+0259,U+02BB-02DD,U+0300-036F,U+0370-03FF,U+0400-052F,U+1E00-1EFF,U+1F00-1FFF,U+2000-206F,"
         "U+20A0-20C0,U+2113,U+2116,U+2122,U+2190-2193,U+2212,U+2260,U+FB01,U+FB02")


def cut(source, name, *options):
    subprocess.run(["pyftsubset", source, f"--output-file={HERE / name}", "--no-hinting", *options], check=True)


def cjk_characters():
    found = set()
    for encoding, leads, trails in [("gb2312", (0x81, 0xFF), (0x40, 0xFF)), ("shift_jis", (0x81, 0xFF), (0x40, 0xFF)),
                                    ("euc_kr", (0x81, 0xFF), (0x40, 0xFF)), ("big5", (0xA4, 0xC7), (0x40, 0xFF))]:
        for lead in range(*leads):
            for trail in range(*trails):
                try:
                    found |= set(bytes([lead, trail]).decode(encoding))
                except UnicodeDecodeError:
                    pass
    return sorted(c for c in found if ord(c) >= 0x2E80)


for face in ["NotoSans-Regular", "NotoSans-Bold", "NotoSerif-Bold"]:
    cut(NOTO + face + ".ttf", face + ".ttf", "--layout-features=*", "--drop-tables+=DSIG", "--unicodes=" + LATIN)
for script in ["Arabic", "Devanagari", "Bengali", "Tamil", "Hebrew", "Thai"]:
    file = f"NotoSans{script}-Bold.ttf"
    cut(NOTO + file, file, "--layout-features=*", "--drop-tables+=DSIG", "--unicodes=*")
cut(CJK, "NotoSansCJKsc-Bold.otf", "--font-number=2", "--layout-features=", "--desubroutinize",
    "--drop-tables+=DSIG,vhea,vmtx,VORG", "--unicodes=" + ",".join(f"U+{ord(c):04X}" for c in cjk_characters()))

/** A part of a package that is not its authors' own, under a licence of its own. */
export interface BundledPart {
  readonly name: string;
  /** An SPDX expression. */
  readonly licence: string;
}

function under(licence: string, ...names: string[]): BundledPart[] {
  return names.map(name => ({ name, licence }));
}

/** What FFmpeg's configuration names in node-av 6.1.1; headers that leave no code behind are left out. */
export const ffmpegParts: readonly BundledPart[] = [
  ...under('MIT', 'node-av', 'libxml2', 'libxcb', 'libdrm', 'libva', 'libvpl', 'harfbuzz', 'whisper.cpp'),
  ...under(
    'GPL-3.0-or-later',
    'FFmpeg 8.1 with Jellyfin’s patches (built with --enable-gpl --enable-version3)',
  ),
  ...under('GPL-2.0-or-later', 'x264', 'x265'),
  ...under('LGPL-2.1-or-later', 'alsa-lib', 'chromaprint', 'fribidi', 'libbluray', 'libplacebo'),
  ...under('LGPL-2.0-or-later', 'LAME', 'zvbi'),
  ...under('LGPL-3.0-or-later OR GPL-2.0-or-later', 'GMP'),
  ...under('Apache-2.0', 'OpenSSL 3', 'OpenCL loader', 'Vulkan loader', 'shaderc'),
  ...under('MPL-2.0', 'SRT'),
  ...under('BSD-2-Clause', 'dav1d'),
  ...under('BSD-3-Clause', 'libjxl', 'libvorbis', 'libvpx', 'libwebp', 'openmpt', 'opus', 'theora'),
  ...under('BSD-3-Clause-Clear', 'SVT-AV1'),
  ...under('ISC', 'libass'),
  ...under('0BSD', 'liblzma'),
  ...under('Zlib', 'zlib'),
  ...under('FTL OR GPL-2.0-or-later', 'freetype'),
  ...under('HPND-sell-variant', 'fontconfig'),
  ...under('WTFPL', 'zimg'),
  ...under('FDK-AAC', 'fdk-aac, stripped to AAC-LC'),
];

/** The table in the README of @img/sharp-libvips-*. */
export const libvipsParts: readonly BundledPart[] = [
  ...under('LGPL-3.0-or-later', 'fribidi', 'glib', 'libexif', 'libheif', 'librsvg', 'libvips', 'pango'),
  ...under('LGPL-3.0-or-later', 'proxy-libintl'),
  ...under('LGPL-2.1-only OR MPL-1.1', 'cairo'),
  ...under(
    'MIT',
    'cgif',
    'expat',
    'harfbuzz',
    'lcms',
    'libffi',
    'libnsgif',
    'libultrahdr',
    'libxml2',
    'pixman',
  ),
  ...under('BSD-2-Clause', 'aom', 'libarchive', 'libimagequant'),
  ...under('BSD-3-Clause', 'highway', 'libwebp'),
  ...under('Zlib AND IJG AND BSD-3-Clause', 'mozjpeg'),
  ...under('Zlib', 'zlib-ng'),
  ...under('HPND-sell-variant', 'fontconfig'),
  ...under('FTL', 'freetype'),
  ...under('libpng-2.0', 'libpng'),
  ...under('libtiff', 'libtiff'),
];

/** The larger parts of Node.js 24. */
export const nodeParts: readonly BundledPart[] = [
  ...under('MIT', 'Node.js', 'ada', 'brotli', 'c-ares', 'libuv', 'llhttp', 'nghttp2', 'simdjson', 'undici'),
  ...under('BSD-3-Clause', 'V8', 'zstd'),
  ...under('Apache-2.0', 'OpenSSL 3'),
  ...under('Unicode-3.0', 'ICU'),
  ...under('Zlib', 'zlib'),
  ...under('blessing', 'SQLite'),
];

import { type BundledPart, ffmpegParts, libvipsParts, nodeParts } from './native-parts.ts';

export interface Bundle {
  /** The package, as in package-lock.json; `*` stands for the name of a platform. */
  readonly package: string;
  /** The version that was looked at; another one has to be looked at again. */
  readonly version: string;
  /** Where the parts are told. */
  readonly source: string;
  readonly parts: readonly BundledPart[];
}

/** What is compiled into the packages that Benshi runs or that the page loads. Tools of development are not looked into. */
export const bundles: readonly Bundle[] = [
  {
    package: '@seydx/node-av-*',
    version: '6.1.1',
    source: 'FFmpeg’s configuration inside the binary, and the build scripts of Jellyfin’s FFmpeg',
    parts: ffmpegParts,
  },
  {
    package: '@img/sharp-libvips-*',
    version: '1.3.4',
    source: 'the package’s README',
    parts: libvipsParts,
  },
  {
    package: '@img/sharp-*',
    version: '0.35.5',
    source: 'the package’s README; on Windows and as WebAssembly it holds libvips too',
    parts: [{ name: 'sharp', licence: 'Apache-2.0' }],
  },
  {
    package: 'node',
    version: '24.21.0',
    source: 'the LICENSE file of Node.js 24',
    parts: nodeParts,
  },
  {
    package: '@echogarden/espeak-ng-emscripten',
    version: '0.3.5',
    source: 'the package’s COPYING and espeak-ng’s README',
    parts: [{ name: 'espeak-ng with its voices', licence: 'GPL-3.0-or-later' }],
  },
  {
    package: 'lindera-wasm-nodejs-ipadic',
    version: '2.0.0',
    source: 'the package’s README and LICENSE; the dictionary’s COPYING',
    parts: [
      { name: 'lindera', licence: 'MIT' },
      { name: 'mecab-ipadic', licence: 'NAIST-2003' },
    ],
  },
  {
    package: '@electric-sql/pglite',
    version: '0.5.16',
    source: 'the package’s README; PostgreSQL’s COPYRIGHT',
    parts: [
      { name: 'PGlite', licence: 'Apache-2.0' },
      { name: 'PostgreSQL', licence: 'PostgreSQL' },
      { name: 'musl (Emscripten’s C library)', licence: 'MIT' },
      { name: 'libxml2', licence: 'MIT' },
    ],
  },
  {
    package: '@vladmandic/human',
    version: '3.3.6',
    source:
      'the package’s README and LICENSE; who trained the weights names no licence (docs/decisions/offline-eyes.md); its other models are never loaded',
    parts: [
      { name: 'TensorFlow.js', licence: 'Apache-2.0' },
      { name: 'weights of MB3-CenterNet, as the package passes them on', licence: 'MIT' },
    ],
  },
  {
    package: '@tensorflow/tfjs-backend-wasm',
    version: '4.22.0',
    source: 'the package’s package.json; the build files of TensorFlow.js and of XNNPACK',
    parts: [
      { name: 'TensorFlow.js', licence: 'Apache-2.0' },
      { name: 'XNNPACK', licence: 'BSD-3-Clause' },
      { name: 'pthreadpool and cpuinfo', licence: 'BSD-2-Clause' },
      { name: 'musl (Emscripten’s C library)', licence: 'MIT' },
    ],
  },
  {
    package: 'tesseract-wasm',
    version: '0.11.0',
    source: 'the package’s README; the LICENSE of Tesseract and of Leptonica',
    parts: [
      { name: 'Tesseract', licence: 'Apache-2.0' },
      { name: 'Leptonica', licence: 'BSD-2-Clause' },
      { name: 'musl (Emscripten’s C library)', licence: 'MIT' },
    ],
  },
  {
    package: '@tesseract.js-data/eng',
    version: '1.0.0',
    source: 'the package.json, which says MIT; the LICENSE of Tesseract’s own data',
    parts: [{ name: 'Tesseract’s trained data', licence: 'Apache-2.0' }],
  },
  {
    package: 'mpg123-decoder',
    version: '1.0.3',
    source: 'the package’s README; mpg123’s COPYING',
    parts: [{ name: 'mpg123', licence: 'LGPL-2.1-only' }],
  },
  {
    package: '@mediabunny/mp3-encoder',
    version: '1.61.0',
    source: 'the package’s README; LAME’s COPYING',
    parts: [{ name: 'LAME', licence: 'LGPL-2.0-or-later' }],
  },
  {
    package: '@ricky0123/vad-web',
    version: '0.0.31',
    source: 'the package’s package.json; the LICENSE of Silero VAD, whose weights it passes on',
    parts: [{ name: 'weights of Silero VAD', licence: 'MIT' }],
  },
  {
    package: '@rollup/rollup-linux-*',
    version: '4.62.1',
    source:
      'the package’s LICENSE; turbores, which mediabunny’s server part brings along, asks for it and Benshi never loads it',
    parts: [{ name: 'Rollup', licence: 'MIT' }],
  },
  {
    package: 'undici',
    version: '7.30.2',
    source: 'the package’s source',
    parts: [{ name: 'llhttp', licence: 'MIT' }],
  },
  {
    package: '@fontsource-variable/literata',
    version: '5.3.0',
    source: 'the package’s LICENSE',
    parts: [{ name: 'Literata', licence: 'OFL-1.1' }],
  },
  {
    package: '@fontsource/goudy-bookletter-1911',
    version: '5.3.0',
    source: 'the package’s LICENSE',
    parts: [{ name: 'Goudy Bookletter 1911', licence: 'OFL-1.1' }],
  },
];

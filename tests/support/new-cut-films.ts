import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createOfflineSpeech } from '#engines/offline/speech.ts';
import { createResampler } from '#media/sound/resample.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import { standardVoices } from '#shared/voices.ts';
import described from './description-lines.json' with { type: 'json' };
import { findRealVideo, hasSharedMedia, titledVideo } from './real-videos.ts';
import { createSeededRandom } from './seeded-random.ts';
import spoken from './spoken-texts.json' with { type: 'json' };

/** Of all films: 2000 samples of sound a picture. */
export const filmRate = 24;
export const samplesPerPicture = 48_000 / filmRate;
export const filmSize = { width: 320, height: 180 } as const;

/** A film as an editing program has it, and other material of its kind. Both are lossless and have sound, if only silence. */
export interface Material {
  readonly name: string;
  readonly path: string;
  readonly pictures: number;
  /** Of at least 40 seconds. */
  readonly other: string;
  readonly hasSound: boolean;
}

const folder = join(tmpdir(), 'benshi-new-cuts');

export function hasFfmpeg(): boolean {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export const hasFilmMaterial = hasSharedMedia;

/** Runs FFmpeg once for each recipe on this machine. @returns the path of what it wrote */
export function runFfmpeg(name: string, args: readonly string[]): Promise<string> {
  const [stem, extension] = name.split('.');
  return makeOnce(`${stem}-${hash(args)}.${extension}`, draft => {
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', '-threads', '2', ...args, draft], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  });
}

export function hash(recipe: unknown): string {
  return createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12);
}

/** Written to a draft first, so that nothing unfinished is found again. */
export async function makeOnce(name: string, write: (draft: string) => unknown): Promise<string> {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${process.pid}-${name}`);
  await write(draft);
  await rename(draft, path);
  return path;
}

const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '6', '-pix_fmt', 'yuv420p', '-g', '24'];
const plainSound = ['-c:a', 'pcm_s16le', '-ar', '48000', '-ac', '1'];
const { width, height } = filmSize;
const fill = `scale=${width}:${height}:force_original_aspect_ratio=increase,crop=${width}:${height},setsar=1,fps=${filmRate}`;

/** A shot of a film: its pictures, and its sound, unless that is the video's own. */
interface Shot {
  readonly input: readonly string[];
  readonly seconds: number;
  readonly sound: 'own' | string;
}

const real = (name: string, seconds: number, sound: Shot['sound'] = 'own'): Shot => ({
  input: ['-i', findRealVideo(name) ?? ''],
  seconds,
  sound,
});
const drawn = (source: string, seconds: number, sound: string): Shot => ({
  input: ['-f', 'lavfi', '-i', `${source},format=yuv420p`],
  seconds,
  sound,
});
/** A flight into a set of Mandelbrot, which moves all the time. */
const flight = (x: number, y: number, seconds: number, sound: string) =>
  drawn(
    `mandelbrot=s=${width}x${height}:r=${filmRate}:start_x=${x}:start_y=${y}:start_scale=0.6:end_scale=0.002:end_pts=400:maxiter=300`,
    seconds,
    sound,
  );

/** Of 206 s: traffic, cartoons, people, titles, a phone, a screen, and drawn flights and colours between. */
export async function makeMovingFilm(): Promise<Material> {
  const tune = (seed: number) => makeTune(seed, 40);
  const film = await joinShots('moving', [
    real('hevc.mp4', 10),
    { input: ['-i', titledVideo.path], seconds: 22, sound: 'own' },
    flight(-0.743_643_887, 0.131_825_904, 14, await tune(1)),
    real('cars.mp4', 30),
    real('rabbit.mp4', 7.5),
    drawn(`gradients=s=${width}x${height}:r=${filmRate}:n=5:seed=11:speed=0.03`, 9, await tune(2)),
    real('variable-frame-rate.mp4', 8.5, await speak(60, 25)),
    flight(-1.252_5, 0.046_2, 15, await tune(3)),
    real('turned-phone.mp4', 6),
    real('frames.webm', 3, await tune(4)),
    flight(0.274, 0.482, 16, await speak(64, 25)),
    real('life.mkv', 6),
    drawn(
      `life=s=80x45:r=10:seed=5:ratio=0.3:mold=10:death_color=#204060:life_color=#f0e0a0`,
      15,
      await tune(5),
    ),
    flight(-0.162_6, 1.040_4, 18, await tune(6)),
    drawn(`cellauto=s=160x90:r=12:rule=110:seed=3:scroll=1`, 12, await tune(7)),
    flight(-0.101_1, 0.956_3, 14, await speak(68, 25)),
  ]);
  const other = await joinShots('moving-other', [
    real('fractal.webm', 5),
    flight(-0.235_125, 0.827_215, 16, await tune(8)),
    drawn(`gradients=s=${width}x${height}:r=${filmRate}:n=7:seed=77:speed=0.05`, 10, await speak(72, 30)),
    flight(-1.768_8, 0.001_7, 14, await tune(9)),
  ]);
  return { name: 'moving', ...film, other: other.path, hasSound: true };
}

/** A loop of 8 s of a cartoon with its sound, 25 times. */
export async function makeLoopFilm({ path, other }: Material): Promise<Material> {
  const loop = await runFfmpeg('loop-once.mov', [
    ...['-ss', '14', '-i', path, '-frames:v', '192', '-t', '8', ...lossless, ...plainSound],
  ]);
  const film = await runFfmpeg('loop.mov', ['-stream_loop', '24', '-i', loop, '-c', 'copy', '-t', '200']);
  return { name: 'loop', path: film, pictures: 200 * filmRate, other, hasSound: true };
}

/** Slides of one template, of which each is read aloud. */
export async function makeSlides(): Promise<Material> {
  const make = async (name: string, from: number, count: number) => {
    const slides = Array.from({ length: count }, (_, at) => from + at);
    const pages: Page[] = [];
    const sounds: Float32Array[] = [];
    for (const slide of slides) {
      const lines = [0, 1, 2].map(line => texts[(slide * 3 + line) % texts.length] ?? '');
      const sound = await speakTexts(lines);
      const halves = Math.ceil((sound.length / 48_000 + 1) * 2);
      pages.push({ svg: drawSlide(slide, lines), halves });
      sounds.push(padTo(sound, halves * 24_000));
    }
    return await showPages(name, pages, joinArrays(Float32Array, sounds));
  };
  const film = await make('slides', 0, 20);
  const other = await make('slides-other', 20, 6);
  return { name: 'slides', ...film, other: other.path, hasSound: true };
}

/** A text is typed into a window, with long stills between. */
export async function makeScreenRecording({ hasVoice }: { readonly hasVoice: boolean }): Promise<Material> {
  const make = async (name: string, from: number, seconds: number) => {
    const sound = hasVoice ? await speakFor(from, seconds, 3) : new Float32Array(seconds * 48_000);
    return await showPages(name, listTyped(from, seconds), sound);
  };
  const name = hasVoice ? 'screen with a voice' : 'silent screen';
  const film = await make(name.replaceAll(' ', '-'), 0, 200);
  const other = await make(`${name.replaceAll(' ', '-')}-other`, 40, 44);
  return { name, ...film, other: other.path, hasSound: hasVoice };
}

async function joinShots(name: string, shots: readonly Shot[]): Promise<{ path: string; pictures: number }> {
  const inputs: string[] = [];
  const graph: string[] = [];
  let count = 0;
  const labels = shots.map(({ input, seconds, sound }, at) => {
    const picture = count++;
    inputs.push(...input);
    let heard = picture;
    if (sound !== 'own') {
      inputs.push('-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', sound);
      heard = count++;
    }
    const pictures = Math.round(seconds * filmRate);
    graph.push(
      `[${picture}:v]${fill},tpad=stop=-1:stop_mode=clone,trim=end_frame=${pictures},setpts=N/${filmRate}/TB[v${at}]`,
      `[${heard}:a]aresample=48000,aformat=channel_layouts=mono:sample_fmts=fltp,apad,atrim=end_sample=${pictures * samplesPerPicture},asetpts=N/SR/TB[a${at}]`,
    );
    return `[v${at}][a${at}]`;
  });
  graph.push(`${labels.join('')}concat=n=${shots.length}:v=1:a=1[v][a]`);
  const path = await runFfmpeg(`${name}.mov`, [
    ...inputs,
    ...['-filter_complex', graph.join(';'), '-map', '[v]', '-map', '[a]', ...lossless, ...plainSound],
  ]);
  return { path, pictures: shots.reduce((sum, { seconds }) => sum + Math.round(seconds * filmRate), 0) };
}

/** A picture, and for how many half seconds it is shown. */
interface Page {
  readonly svg: string;
  readonly halves: number;
}

async function showPages(
  name: string,
  pages: readonly Page[],
  sound: Float32Array,
): Promise<{ path: string; pictures: number }> {
  const halves = pages.reduce((sum, page) => sum + page.halves, 0);
  const key = hash([pages, sound.length]);
  const raw = await makeOnce(`${name}-${key}.rgb`, async draft => {
    const drawn: Buffer[] = [];
    for (const { svg, halves } of pages) {
      const pixels = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
      for (let half = 0; half < halves; half++) drawn.push(pixels);
    }
    await writeFile(draft, Buffer.concat(drawn));
  });
  const said = await keepSound(`${name}-${key}`, () => sound);
  const path = await runFfmpeg(`${name}.mov`, [
    ...['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', '2', '-i', raw],
    ...['-f', 'f32le', '-ar', '48000', '-ac', '1', '-i', said],
    ...['-vf', `fps=${filmRate},tpad=stop=-1:stop_mode=clone,trim=end_frame=${halves * 12}`],
    ...['-af', `apad,atrim=end_sample=${halves * 24_000}`],
    ...[...lossless, ...plainSound],
  ]);
  return { path, pictures: halves * 12 };
}

const texts: readonly string[] = [
  ...described.en.good,
  ...described.en.bad.map(({ text }) => text),
  ...spoken.English.flatMap(([, text]) => (text === undefined ? [] : [text])),
];

function drawSlide(number: number, lines: readonly string[]): string {
  const wrapped = lines.flatMap(line => wrap(`• ${line}`, 44));
  return toSvg(
    '#f7f5ef',
    `<rect width="100%" height="30" fill="#27496d"/><rect y="174" width="100%" height="6" fill="#c0392b"/>`,
    [
      { x: 10, y: 21, size: 15, text: `${number + 1}. ${lines[0]?.slice(0, 26)}`, colour: '#ffffff' },
      ...wrapped.map((text, at) => ({ x: 14, y: 52 + at * 16, size: 11, text, colour: '#202020' })),
    ],
  );
}

/** What is on the screen in each half second; equal ones together. */
function listTyped(from: number, seconds: number): Page[] {
  const random = createSeededRandom(from + 7);
  const script = texts.slice(from).concat(texts).join(' ');
  const pages: Page[] = [];
  let typed = 20;
  let pointer = { x: 200, y: 90 };
  let half = 0;
  const show = (halves: number) => {
    const shown = Math.min(halves, seconds * 2 - half);
    if (shown > 0) pages.push({ svg: drawWindow(script.slice(0, typed), pointer), halves: shown });
    half += shown;
  };
  while (half < seconds * 2) {
    for (let stroke = 0; stroke < 16; stroke++) {
      typed += 2 + random.below(3);
      show(1);
    }
    show(16 + random.below(30));
    pointer = { x: 90 + random.below(200), y: 30 + random.below(130) };
    show(8 + random.below(20));
  }
  return pages;
}

function drawWindow(typed: string, pointer: { readonly x: number; readonly y: number }): string {
  const rows = wrap(typed, 46).slice(-12);
  const files = ['src', 'docs', 'tests', 'bench', 'notes.txt', 'plan.txt', 'todo.txt'];
  return toSvg(
    '#1e1f24',
    `<rect width="80" height="180" fill="#2a2c33"/><rect width="100%" height="12" fill="#3a3d46"/>
     <path d="M${pointer.x} ${pointer.y} l0 11 l3 -3 l5 0 z" fill="#ffffff" stroke="#000000"/>`,
    [
      ...files.map((text, at) => ({ x: 8, y: 28 + at * 13, size: 8, text, colour: '#b8bcc8' })),
      ...rows.map((text, at) => ({ x: 88, y: 28 + at * 12, size: 8, text, colour: '#e0e4f0' })),
    ],
  );
}

interface DrawnText {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly text: string;
  readonly colour: string;
}

function toSvg(ground: string, shapes: string, lines: readonly DrawnText[]): string {
  const printed = lines.map(
    ({ x, y, size, text, colour }) =>
      `<text x="${x}" y="${y}" font-size="${size}" fill="${colour}">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${ground}"/>${shapes}<g font-family="DejaVu Sans, sans-serif">${printed.join('')}</g></svg>`;
}

function wrap(text: string, most: number): string[] {
  const rows = [''];
  for (const word of text.split(' ')) {
    const row = rows.at(-1) ?? '';
    if (row && row.length + word.length >= most) rows.push(word);
    else rows[rows.length - 1] = row ? `${row} ${word}` : word;
  }
  return rows;
}

/** Sound as plain samples in a file. @returns its path */
function keepSound(name: string, make: () => Promise<Float32Array> | Float32Array): Promise<string> {
  return makeOnce(`${name}.f32`, async draft => {
    const samples = await make();
    await writeFile(draft, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  });
}

/** A melody that does not repeat, with a beat. */
function makeTune(seed: number, seconds: number): Promise<string> {
  return keepSound(`tune-${seed}-${seconds}`, () => {
    const random = createSeededRandom(seed * 101);
    const samples = new Float32Array(seconds * 48_000);
    const scale = [0, 2, 4, 7, 9, 12, 14, 16];
    const play = (from: number, hertz: number, length: number, gain: number) => {
      const end = Math.min(samples.length, from + length);
      for (let at = from; at < end; at++) {
        const time = (at - from) / 48_000;
        const fade = Math.exp(-3 * time) * Math.min(1, time * 200) * gain;
        for (let part = 1; part <= 4; part++)
          samples[at] = (samples[at] ?? 0) + (fade / part) * Math.sin(2 * Math.PI * hertz * part * time);
      }
    };
    for (let from = 0; from < samples.length; from += 6000 * (1 + random.below(4))) {
      play(from, 220 * 2 ** (random.choose(scale) / 12), 48_000, 0.12);
      if (random() < 0.4) play(from, 82 * 2 ** (random.choose(scale) / 12), 60_000, 0.15);
    }
    return samples;
  });
}

/** Sentences spoken one after another. @returns the path of their sound */
function speak(from: number, seconds: number): Promise<string> {
  return keepSound(`speech-${from}-${seconds}`, () => speakFor(from, seconds, 0.5));
}

async function speakFor(from: number, seconds: number, pauseSeconds: number): Promise<Float32Array> {
  const sounds: Float32Array[] = [];
  let length = 0;
  for (let at = from; length < seconds * 48_000; at++) {
    const sound = await speakTexts([texts[at % texts.length] ?? '']);
    sounds.push(padTo(sound, sound.length + pauseSeconds * 48_000));
    length += sounds.at(-1)?.length ?? 0;
  }
  return padTo(joinArrays(Float32Array, sounds), seconds * 48_000);
}

let speech: ReturnType<typeof createOfflineSpeech> | undefined;
const said = new Map<string, Promise<Float32Array>>();

async function speakTexts(lines: readonly string[]): Promise<Float32Array> {
  const sounds = await Promise.all(
    lines.map((text, at) => {
      const sound = said.get(text) ?? speakText(text, at + text.length);
      said.set(text, sound);
      return sound;
    }),
  );
  return joinArrays(Float32Array, sounds);
}

async function speakText(text: string, number: number): Promise<Float32Array> {
  speech ??= createOfflineSpeech();
  const { signal } = new AbortController();
  const voice = standardVoices[number % standardVoices.length] ?? 'nova';
  const sound = await speech.speak({ text, voice, language: getLanguage('English'), signal });
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  const resampler = createResampler(sound.sampleRateHz, 48_000);
  const pieces: Float32Array[] = [];
  for await (const piece of sound.samples) pieces.push(resampler.add(piece).slice());
  return joinArrays(Float32Array, [...pieces, resampler.finish()]);
}

/** After the last film is made. */
export async function closeVoice(): Promise<void> {
  await speech?.close();
  speech = undefined;
}

function padTo(samples: Float32Array, length: number): Float32Array {
  const padded = new Float32Array(length);
  padded.set(samples.subarray(0, length));
  return padded;
}

import { makeZip } from 'client-zip';
import { nameDaptSound } from '#shared/dapt/write-dapt.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { productName } from '#shared/product.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { printClock } from '#shared/script/write-subtitles.ts';
import type { OpenVideo } from '../container/open-video.ts';
import type { PlainSound } from '../sound/channels.ts';
import { writeWav } from '../sound/write-wav.ts';

const title = 'Narration';
const trackNames = ['Narration', 'Narration 2'];

/** A WAV for each line, named by its time, and its position as OpenTimelineIO and CMX 3600. @param lines read one by one */
export function zipEditorsFiles(
  lines: AsyncIterable<EditorsLine>,
  durationSeconds: number,
  frameRate = usualFrameRate,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  return streamZip(makeFiles(lines, { durationSeconds, frameRate, marks }));
}

/** Zips files one by one, uncompressed: each is read when its place has come. */
export async function* streamZip(
  files: Parameters<typeof makeZip>[0],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = makeZip(files).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read())
      yield next.value as Uint8Array<ArrayBuffer>;
  } finally {
    // Cancelling rejects the reading of lines, which is of no interest.
    await reader.cancel().catch(() => {});
  }
}

interface TimelineFacts {
  /** Least duration of the timeline. */
  readonly durationSeconds: number;
  readonly frameRate: number;
  readonly marks: Marks | undefined;
}

async function* makeFiles(lines: AsyncIterable<EditorsLine>, facts: TimelineFacts) {
  const { frameRate, marks } = facts;
  const trackEnds: [number, number] = [0, 0];
  const all: PlacedLine[] = [];
  let endSeconds = 0;
  for await (const { startSeconds, text, sound } of lines) {
    const { sampleRateHz, samples } = sound;
    // As in the narration: lines never overlap.
    const from = Math.max(startSeconds, endSeconds);
    endSeconds = from + samples.length / sampleRateHz;
    const samplesPerFrame = sampleRateHz / frameRate;
    const first = Math.round(from * sampleRateHz);
    const startFrame = Math.floor(first / samplesPerFrame);
    const frames = Math.max(1, Math.ceil((first + samples.length) / samplesPerFrame) - startFrame);
    const track = startFrame >= trackEnds[0] ? 0 : 1;
    trackEnds[track] = startFrame + frames;
    // Silence to whole frames, so that each line starts exactly at its time.
    const padded = new Float32Array(Math.round(frames * samplesPerFrame));
    padded.set(samples, first - Math.round(startFrame * samplesPerFrame));
    const name = nameLine(all.length + 1, from, text);
    all.push({ name, startFrame, frames, track });
    yield { name, input: writeWav({ sampleRateHz, samples: padded }, marks) };
  }
  yield { name: 'narration.otio', input: writeOtio(all, facts) };
  yield { name: 'narration.edl', input: writeEdl(all, facts) };
}

/**
 * Writes a CMX 3600 edit list: sound only, each line from the start of its own file as its own reel. Reel names have at most eight
 * letters and digits, so the file name is under each event. Marks are comments before the first.
 */
function writeEdl(lines: readonly PlacedLine[], { frameRate, marks }: TimelineFacts): string {
  const events = lines.map(({ name, startFrame, frames, track }, index) => {
    const number = String(index + 1);
    const times = [0, frames, startFrame, startFrame + frames]
      .map(frame => printTimecode(frame, frameRate))
      .join(' ');
    const reel = `L${number.padStart(4, '0')}`.padEnd(8);
    const channel = (track === 0 ? 'A' : 'A2').padEnd(5);
    return `${number.padStart(3, '0')}  ${reel} ${channel} C        ${times}\n* FROM CLIP NAME: ${name}\n`;
  });
  const mode = isDropFrame(frameRate) ? 'DROP FRAME' : 'NON-DROP FRAME';
  const comments = marks
    ? [marks.sentence, marks.software, marks.madeAt, marks.digitalSourceType].filter(Boolean)
    : [];
  const head = [`TITLE: ${title}`, `FCM: ${mode}`, ...comments.map(each => `* COMMENT: ${each}`)];
  return [`${head.join('\n')}\n`, ...events].join('\n');
}

function writeOtio(lines: readonly PlacedLine[], facts: TimelineFacts): string {
  const { durationSeconds, frameRate, marks } = facts;
  const lengthFrames = Math.ceil(durationSeconds * frameRate);
  const tracks = trackNames.flatMap((name, track) => {
    const own = lines.filter(line => line.track === track);
    // The second track is rarely needed.
    return track === 0 || own.length > 0 ? makeTrack(name, own, lengthFrames, frameRate) : [];
  });
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: marks ? { [productName]: marks } : {},
    name: title,
    global_start_time: makeTime(0, frameRate),
    tracks: makeItem('Stack.1', 'tracks', { source_range: null, children: tracks }),
  };
  return `${JSON.stringify(timeline, undefined, 2)}\n`;
}

function makeTrack(name: string, lines: readonly PlacedLine[], lengthFrames: number, frameRate: number) {
  const children: object[] = [];
  let at = 0;
  const fillUntil = (frame: number) => {
    if (frame > at) children.push(makeItem('Gap.1', '', { source_range: makeRange(frame - at, frameRate) }));
    at = Math.max(at, frame);
  };
  for (const line of lines) {
    fillUntil(line.startFrame);
    children.push(makeClip(line, frameRate));
    at += line.frames;
  }
  fillUntil(lengthFrames);
  return makeItem('Track.1', name, { source_range: null, kind: 'Audio', children });
}

function makeClip({ name, frames }: PlacedLine, frameRate: number) {
  const range = makeRange(frames, frameRate);
  return makeItem('Clip.2', name.replace(/\.wav$/, ''), {
    source_range: range,
    media_references: {
      DEFAULT_MEDIA: {
        OTIO_SCHEMA: 'ExternalReference.1',
        metadata: {},
        name,
        available_range: range,
        available_image_bounds: null,
        // Relative to the timeline's folder.
        target_url: encodeURIComponent(name.toWellFormed()),
      },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  });
}

function makeItem(schema: string, name: string, parts: object) {
  return { OTIO_SCHEMA: schema, metadata: {}, name, effects: [], markers: [], enabled: true, ...parts };
}

function makeRange(frames: number, frameRate: number) {
  const [start, duration] = [makeTime(0, frameRate), makeTime(frames, frameRate)];
  return { OTIO_SCHEMA: 'TimeRange.1', start_time: start, duration };
}

function makeTime(value: number, rate: number) {
  return { OTIO_SCHEMA: 'RationalTime.1', rate, value };
}

export interface EditorsLine {
  readonly startSeconds: number;
  readonly text: string;
  readonly sound: PlainSound;
}

/** Position of a line in frames, the unit of editors. */
export interface PlacedLine {
  /** Of its WAV file. */
  readonly name: string;
  readonly startFrame: number;
  readonly frames: number;
  /** 1 if the line starts in the frame in which the previous one ends. */
  readonly track: 0 | 1;
}

const maxNameCharacters = 32;

/** `0001_00-00-12.500_The-fox.wav`: sorts by time, valid on every system. */
function nameLine(number: number, seconds: number, text: string): string {
  const words = takeWords(text);
  return `${String(number).padStart(4, '0')}_${printClock(seconds, '.', '-')}${words && `_${words}`}.wav`;
}

/** The first words, without characters that a file system may reject. */
function takeWords(text: string): string {
  const start = text.normalize('NFC').slice(0, 200);
  const words = start.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (longer.length > maxNameCharacters) break;
    name = longer;
  }
  // A language without spaces, or one very long word: as much as fits.
  return name || [...(words[0] ?? '')].slice(0, maxNameCharacters / 2).join('');
}

/** Kept after a sentence if the gap allows: its reverberation, or a breath. */
const keptSeconds = 0.15;

/** Buffers at most one line. @param sounds pieces of one sample rate @param cues times of the lines, in order */
export async function* cutLines(
  sounds: AsyncIterable<PlainSound>,
  cues: readonly SpokenCue[],
): AsyncGenerator<EditorsLine> {
  /** The part of the sound that is still needed, and where it begins and ends. */
  let held: Float32Array[] = [];
  let [heldFrom, heldUntil, rateHz, next] = [0, 0, 0, 0];
  /** Drops whole pieces only, to avoid copies. */
  const forgetBefore = (from: number) => {
    for (let first = held[0]; first && heldFrom + first.length <= from; first = held[0]) {
      heldFrom += first.length;
      held.shift();
    }
  };
  const cutKnown = function* (knownSamples: number): Generator<EditorsLine> {
    for (let cue = cues[next]; cue; cue = cues[++next]) {
      const until = Math.round(findCutSeconds(cue, cues[next + 1]) * rateHz);
      const from = Math.round(cue.startSeconds * rateHz);
      forgetBefore(from);
      if (until > knownSamples) return;
      const whole = joinArrays(Float32Array, held);
      held = [whole];
      const samples = whole.slice(Math.max(0, from - heldFrom), Math.max(0, until - heldFrom));
      yield { startSeconds: cue.startSeconds, text: cue.text, sound: { sampleRateHz: rateHz, samples } };
    }
  };
  for await (const { sampleRateHz, samples } of sounds) {
    rateHz = sampleRateHz;
    held.push(samples);
    heldUntil += samples.length;
    yield* cutKnown(heldUntil);
  }
  // Times are rounded, so the last line may end slightly after the sound.
  if (rateHz > 0) yield* cutKnown(Number.POSITIVE_INFINITY);
}

function findCutSeconds({ endSeconds }: SpokenCue, next: SpokenCue | undefined): number {
  const nextSeconds = next?.startSeconds ?? Number.POSITIVE_INFINITY;
  return Math.max(endSeconds, Math.min(nextSeconds, endSeconds + keptSeconds));
}

/** Without a video, or for other rates. */
const usualFrameRate = 25;

/** Rates of video editors, in frames a second. */
const rates = [24_000 / 1001, 24, 25, 30_000 / 1001, 30, 50, 60_000 / 1001, 60];

/** Tolerance, because some containers round times to milliseconds. */
const tolerated = 0.01;

/** The nearest editing rate of a video. Reads only the index. */
export async function findFrameRate({ track }: OpenVideo): Promise<number> {
  const { bestGuessFrameRate } = await track.computeFrameRateMetrics();
  const distance = (rate: number) => Math.abs(bestGuessFrameRate / rate - 1);
  const nearest = rates.reduce((one, other) => (distance(other) < distance(one) ? other : one));
  return distance(nearest) < tolerated ? nearest : usualFrameRate;
}

/** As `00:00:12:05` (frame last); at 29.97 and 59.94 numbers are skipped to follow the clock (SMPTE ST 12-1): `00:00:12;05`. */
export function printTimecode(frame: number, frameRate: number): string {
  const nominal = Math.round(frameRate);
  const number = isDropFrame(frameRate) ? frame + countDropped(frame, nominal) : frame;
  const seconds = Math.floor(number / nominal);
  const [hours, minutes, rest, frames] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
    number % nominal,
  ].map(part => String(part).padStart(2, '0'));
  return `${hours}:${minutes}:${rest}${isDropFrame(frameRate) ? ';' : ':'}${frames}`;
}

function isDropFrame(frameRate: number): boolean {
  return !Number.isInteger(frameRate) && Math.round(frameRate) % 30 === 0;
}

/** Numbers skipped before a frame: two a minute at 30, four at 60, none in each tenth minute. */
function countDropped(frame: number, nominal: number): number {
  const perMinute = nominal / 15;
  const framesInTenMinutes = nominal * 600 - 9 * perMinute;
  const inTen = frame % framesInTenMinutes;
  const minutes = Math.max(0, Math.floor((inTen - perMinute) / (nominal * 60 - perMinute)));
  return perMinute * (9 * Math.floor(frame / framesInTenMinutes) + minutes);
}

/** A zip of a DAPT file and a WAV for each line at `nameDaptSound`. @param lines in order; read one by one */
export function zipDaptFiles(
  dapt: { readonly name: string; readonly input: string },
  lines: AsyncIterable<{ readonly sound: PlainSound }>,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  async function* makeDaptFiles() {
    yield dapt;
    let count = 0;
    for await (const { sound } of lines)
      yield { name: nameDaptSound(count++), input: writeWav(sound, marks) };
  }
  return streamZip(makeDaptFiles());
}

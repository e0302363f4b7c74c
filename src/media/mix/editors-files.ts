import { makeZip } from 'client-zip';
import type { Marks } from '#shared/marks/provenance.ts';
import { productName } from '#shared/product.ts';
import { isDropFrame, printTimecode, usualFrameRate } from '../container/frame-rate.ts';
import type { PlainSound } from '../sound/plain-sound.ts';
import { writeWav } from '../sound/write-wav.ts';

const title = 'Narration';
const trackNames = ['Narration', 'Narration 2'];

/**
 * Makes a zip for video editors: a WAV for each line, named by its time, and its position as OpenTimelineIO and CMX 3600.
 * @param lines in order of time; read one by one
 * @param frameRate of the video, from `findFrameRate`
 * @returns the pieces of the archive, in order
 */
export function zipEditorsFiles(
  lines: AsyncIterable<EditorsLine>,
  durationSeconds: number,
  frameRate = usualFrameRate,
  marks?: Marks,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return streamZip(makeFiles(lines, { durationSeconds, frameRate, marks }));
}

/** Zips files one by one, uncompressed: each is read when its place has come. */
export async function* streamZip(
  files: Parameters<typeof makeZip>[0],
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
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
  const placer = createLinePlacer(frameRate);
  const all: PlacedLine[] = [];
  for await (const line of lines) {
    const { placed, sound } = placer.place(line);
    all.push(placed);
    yield { name: placed.name, input: writeWav(sound, marks) };
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

/** Writes an OpenTimelineIO timeline: sound tracks with a clip for each line at its time, and gaps. */
function writeOtio(
  lines: readonly PlacedLine[],
  { durationSeconds, frameRate, marks }: TimelineFacts,
): string {
  const lengthFrames = Math.ceil(durationSeconds * frameRate);
  const tracks = trackNames
    .map((name, track) =>
      makeTrack(
        name,
        lines.filter(line => line.track === track),
        { lengthFrames, frameRate },
      ),
    )
    // The second track is rarely needed.
    .filter((_, track) => track === 0 || lines.some(line => line.track === track));
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: marks ? { [productName]: marks } : {},
    name: title,
    global_start_time: makeTime(0, frameRate),
    tracks: makeItem('Stack.1', 'tracks', { source_range: null, children: tracks }),
  };
  return `${JSON.stringify(timeline, undefined, 2)}\n`;
}

interface TrackLength {
  readonly lengthFrames: number;
  readonly frameRate: number;
}

function makeTrack(name: string, lines: readonly PlacedLine[], { lengthFrames, frameRate }: TrackLength) {
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

/** Places lines in sequence at a frame rate, and names their files. */
export function createLinePlacer(frameRate: number) {
  const trackEnds: [number, number] = [0, 0];
  let endSeconds = 0;
  let count = 0;
  return {
    /** @returns its position, and its sound padded with silence to whole frames, so that each line starts exactly at its time */
    place({ startSeconds, text, sound }: EditorsLine): {
      readonly placed: PlacedLine;
      readonly sound: PlainSound;
    } {
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
      const padded = new Float32Array(Math.round(frames * samplesPerFrame));
      padded.set(samples, first - Math.round(startFrame * samplesPerFrame));
      count++;
      const name = nameLine(count, from, text);
      return { placed: { name, startFrame, frames, track }, sound: { sampleRateHz, samples: padded } };
    },
  };
}

/** `0001_00-00-12.500_The-fox.wav`: sorts by time, valid on every system. */
function nameLine(number: number, seconds: number, text: string): string {
  const all = Math.round(seconds * 1000);
  const clock = [3_600_000, 60_000, 1000].map((unit, index) =>
    String(Math.floor(all / unit) % (index === 0 ? 100 : 60)).padStart(2, '0'),
  );
  const time = `${clock.join('-')}.${String(all % 1000).padStart(3, '0')}`;
  const words = takeWords(text);
  return `${String(number).padStart(4, '0')}_${time}${words && `_${words}`}.wav`;
}

/** The first words, without characters that a file system may reject. */
function takeWords(text: string): string {
  const words =
    text
      .normalize('NFC')
      .slice(0, 200)
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (longer.length > maxNameCharacters) break;
    name = longer;
  }
  // A language without spaces, or one very long word: as much as fits.
  return name || [...(words[0] ?? '')].slice(0, maxNameCharacters / 2).join('');
}

import { isDropFrame, printTimecode } from '../container/frame-rate.ts';
import type { PlacedLine } from './place-lines.ts';

/** What editors call the narration. */
const title = 'Narration';
const trackNames = ['Narration', 'Narration 2'];

/**
 * Writes a list of edits as CMX 3600 systems read it: sound only, each line from the beginning of its
 * own file, which is a reel of its own. Reels have at most eight letters and digits there, so files are named under each event.
 */
export function writeEdl(lines: readonly PlacedLine[], frameRate: number): string {
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
  return [`TITLE: ${title}\nFCM: ${mode}\n`, ...events].join('\n');
}

/**
 * Writes an OpenTimelineIO timeline: tracks of sound with a clip for each line, at its time, and gaps between them.
 * @param durationSeconds the timeline is at least so long
 */
export function writeOtio(lines: readonly PlacedLine[], durationSeconds: number, frameRate: number): string {
  const lengthFrames = Math.ceil(durationSeconds * frameRate);
  const tracks = trackNames
    .map((name, track) =>
      makeTrack(
        name,
        lines.filter(line => line.track === track),
        { lengthFrames, frameRate },
      ),
    )
    // The second one is rarely needed.
    .filter((_, track) => track === 0 || lines.some(line => line.track === track));
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
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
        // Beside the timeline, wherever that is unpacked.
        target_url: encodeURIComponent(name),
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

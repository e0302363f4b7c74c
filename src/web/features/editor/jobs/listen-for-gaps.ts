import { anyLength, withVideo } from '#media/browser/open-video-blob.ts';
import { chooseSounds } from '#media/sound/choose-sounds.ts';
import { findVideoSpeech, type NoteSpeechProgress } from '#media/speech/find-speech.ts';
import { shareTask } from '#shared/async/shared-task.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import type { HeardVideo } from '../model/editor-state.ts';

// The media code: fetched when a description is asked for.

/**
 * Finds the gaps in the speech of a video, once; the result is kept as long as the file is.
 * @param noteProgress gets the seconds that were analysed
 * @throws {CodedError} when the file cannot be read, `client_closed` when the signal fires
 */
export async function listenForGaps(
  video: Blob,
  durationSeconds: number,
  { signal, noteProgress }: { signal: AbortSignal; noteProgress?: (heardSeconds: number) => void },
): Promise<HeardVideo> {
  const speech = await readSpeech(video, signal, noteProgress);
  const gaps = computeGaps(speech, durationSeconds);
  return { speech, gaps, isHeard: gaps.length > 0 || (await hasAudibleSound(video)) };
}

/** Of work at a time, so that the page stays responsive: half a frame. */
const workMs = 8;

type ReadSpeech = (signal: AbortSignal) => Promise<readonly TimeSpan[]>;
const known = new WeakMap<Blob, readonly TimeSpan[]>();
const running = new WeakMap<Blob, ReadSpeech>();
const watching = new WeakMap<Blob, Set<NoteSpeechProgress>>();

/**
 * Finds where people speak in a video's own sound, once for all who ask; what was found is kept as long as the file is.
 * The page stays free meanwhile.
 * @throws {CodedError} when the file cannot be read, `client_closed` when the signal fires
 */
async function readSpeech(
  file: Blob,
  signal: AbortSignal,
  noteProgress: NoteSpeechProgress = () => {},
): Promise<readonly TimeSpan[]> {
  const found = known.get(file);
  if (found) return found;
  const watchers = watching.get(file) ?? new Set();
  watching.set(file, watchers.add(noteProgress));
  const read = running.get(file) ?? shareTask(inner => listen(file, inner));
  running.set(file, read);
  try {
    return await read(signal);
  } finally {
    watchers.delete(noteProgress);
  }
}

/**
 * Whether this browser can decode a video's own sound; so it is where there is none.
 * @throws {CodedError} when the file cannot be read
 */
async function hasAudibleSound(file: Blob): Promise<boolean> {
  return await withVideo(file, anyLength, async video => {
    const { tracks, used } = await chooseSounds(video);
    return tracks.length === 0 || used.length > 0;
  });
}

async function listen(file: Blob, signal: AbortSignal): Promise<readonly TimeSpan[]> {
  const rest = createRests();
  return await withVideo(file, anyLength, async video => {
    const speech = await findVideoSpeech(video, signal, {
      noteProgress: reachedSeconds => {
        for (const note of watching.get(file) ?? []) void note(reachedSeconds);
        return rest();
      },
    });
    known.set(file, speech);
    return speech;
  });
}

/** Lets the page do something else after each bit of work; a tab in the background has nothing to draw, and its timers sleep. */
export function createRests(): () => Promise<void> | undefined {
  let restedMs = performance.now();
  return () => {
    if (document.hidden || performance.now() - restedMs < workMs) return;
    return new Promise(resolve => {
      setTimeout(() => {
        restedMs = performance.now();
        resolve();
      });
    });
  };
}

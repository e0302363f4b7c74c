import { VideoSampleSink } from 'mediabunny';
import { encodeJpeg, readGrey } from '#media/browser/jpeg.ts';
import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { takeFingerprint } from '#media/fingerprint/take-fingerprint.ts';
import { sampleFrames } from '#media/frames/sample-frames.ts';
import { makeSparseCopy } from '#media/frames/sparse-copy.ts';
import { takeMoments } from '#media/frames/take-moments.ts';
import { decodeVideoSound } from '#media/sound/decode-video-sound.ts';
import { cutSound } from '#media/speech/cut-sound.ts';
import { findVideoSpeech } from '#media/speech/find-speech.ts';
import type { CodedError } from '#shared/errors.ts';
import type { Frame } from '#shared/frame.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';

/** The report of a video to the test; bytes as base64, because it is JSON. */
export interface HarnessReport {
  readonly durationSeconds: number;
  readonly width: number;
  readonly height: number;
  readonly canDecode: boolean;
  readonly frames: readonly { readonly seconds: number; readonly jpeg: string }[];
  readonly sparseCopy: string;
  /** The code of the error that ended the sampling. */
  readonly failure: string | undefined;
}

/** Runs in a page: reads the frames of the chosen file and makes its sparse copy, as the free page does. */
async function report(input: HTMLInputElement): Promise<HarnessReport | { failure: string }> {
  const file = input.files?.[0] as File;
  const never = new AbortController().signal;
  try {
    const video = await openVideoBlob(file, { maxSeconds: 14_400 });
    const { durationSeconds, width, height } = video;
    const frames: HarnessReport['frames'][number][] = [];
    let failure: string | undefined;
    try {
      for await (const { seconds, jpeg } of sampleFrames(video, encodeJpeg, never)) {
        frames.push({ seconds, jpeg: await toBase64(jpeg) });
      }
    } catch (error) {
      failure = (error as CodedError).code;
    }
    const canDecode = await video.canDecode();
    const sparseCopy = await toBase64(await makeSparseCopy(video, never));
    video.close();
    return { durationSeconds, width, height, canDecode, frames, sparseCopy, failure };
  } catch (error) {
    return { failure: (error as CodedError).code ?? String(error) };
  }
}

/** The frames for a timed narration without their bytes, and how long taking them took. */
export interface TakenMoments {
  readonly frames: readonly (Omit<Frame, 'jpeg'> & { readonly bytes: number })[];
  readonly ms: number;
}

async function takeTimed(input: HTMLInputElement, showsMovement: boolean): Promise<TakenMoments> {
  const startMs = performance.now();
  const video = await openVideoBlob(input.files?.[0] as File, { maxSeconds: 14_400 });
  const { signal } = new AbortController();
  const tools = { most: 60, showsMovement, encodeJpeg, readGrey, signal, readClockMs: () => 0 };
  const taken = await takeMoments(video, tools);
  video.close();
  const frames = taken.map(({ jpeg, ...frame }) => ({ ...frame, bytes: jpeg.length }));
  return { frames, ms: performance.now() - startMs };
}

/** Spans of speech in the video, and how long the detection took. */
async function findSpeech(input: HTMLInputElement): Promise<{ speech: TimeSpan[]; ms: number }> {
  const startMs = performance.now();
  const video = await openVideoBlob(input.files?.[0] as File, { maxSeconds: 14_400 });
  const speech = await findVideoSpeech(video, new AbortController().signal);
  video.close();
  return { speech, ms: performance.now() - startMs };
}

/** The parts of the sound, as their bytes, and how long cutting took. The page yields now and then, as the editor does. */
async function cutForRecogniser(
  input: HTMLInputElement,
  maxSeconds: number,
): Promise<{ bytes: number[]; ms: number }> {
  const startMs = performance.now();
  let restedMs = startMs;
  const noteProgress = async () => {
    if (performance.now() - restedMs < 8) return;
    await new Promise(resolve => setTimeout(resolve));
    restedMs = performance.now();
  };
  const video = await openVideoBlob(input.files?.[0] as File, { maxSeconds: 14_400 });
  const bytes: number[] = [];
  const { signal } = new AbortController();
  for await (const { mp3 } of cutSound(video, { maxSeconds, signal, noteProgress })) bytes.push(mp3.length);
  video.close();
  return { bytes, ms: performance.now() - startMs };
}

/** Decodes all pictures and sound of the video. @returns milliseconds */
async function decodeAll(input: HTMLInputElement): Promise<number> {
  const startMs = performance.now();
  const video = await openVideoBlob(input.files?.[0] as File, { maxSeconds: 14_400 });
  for await (const picture of new VideoSampleSink(video.track).samples()) picture.close();
  let samples = 0;
  for await (const piece of decodeVideoSound(video, new AbortController().signal))
    samples += piece.samples.length;
  video.close();
  if (samples === 0) throw new Error('There was no sound.');
  return performance.now() - startMs;
}

/** Looks at the video as at a new cut. @returns milliseconds */
async function lookAtNewCut(input: HTMLInputElement): Promise<number> {
  const startMs = performance.now();
  const video = await openVideoBlob(input.files?.[0] as File, { maxSeconds: 14_400 });
  const { signal } = new AbortController();
  await takeFingerprint(video, { readGrey, pictureRate: comparedPictureRate, signal });
  video.close();
  return performance.now() - startMs;
}

/** Fingerprints as they come to a page. */
export interface SentFingerprint
  extends Omit<Fingerprint, 'pictures' | 'details' | 'cuts' | 'sound' | 'loudness'> {
  readonly pictures: readonly number[];
  readonly details: readonly number[];
  readonly cuts: readonly number[];
  readonly sound: readonly number[];
  readonly loudness: readonly number[];
}

/** @returns milliseconds */
async function compareSent(
  _: HTMLInputElement,
  { old, now }: { readonly old: SentFingerprint; readonly now: SentFingerprint },
): Promise<number> {
  const receive = (sent: SentFingerprint): Fingerprint => ({
    ...sent,
    pictures: Uint32Array.from(sent.pictures),
    details: Uint8Array.from(sent.details),
    cuts: Uint8Array.from(sent.cuts),
    sound: Uint8Array.from(sent.sound),
    loudness: Uint8Array.from(sent.loudness),
  });
  const startMs = performance.now();
  const { alike } = await compareCuts(receive(old), receive(now));
  if (alike < 0.9) throw new Error('The cut was not recognised.');
  return performance.now() - startMs;
}

function toBase64(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Promise(resolve => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.readAsDataURL(new Blob([bytes]));
  });
}

Object.assign(globalThis, {
  report,
  takeTimed,
  findSpeech,
  cutForRecogniser,
  decodeAll,
  lookAtNewCut,
  compareSent,
});

import { readGrey } from '#media/browser/jpeg.ts';
import { anyLength, withVideo } from '#media/browser/open-video-blob.ts';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { takeFingerprint } from '#media/fingerprint/take-fingerprint.ts';
import { CodedError, type ErrorCode } from '#shared/errors.ts';
import type { FilledMessage } from '#shared/messages/message.ts';
import type { CutComparison } from '#shared/narration/new-cut.ts';

// A worker of its own: the page stays free, and whoever no longer wants the answer ends it with all that it holds.

export interface FingerprintQuestion {
  /** The fingerprint of the video before, as the document has it. */
  readonly known?: string | undefined;
  /** For where it is unknown, damaged, or of a newer page. */
  readonly before?: File | undefined;
  /** What it is compared with; undefined: only the fingerprint is wanted. */
  readonly now?: File | undefined;
}

export interface Compared {
  /** As a document keeps it; undefined where nothing could be read of the video. */
  readonly before: string | undefined;
  readonly now: string | undefined;
  /** Undefined where there is nothing to compare. */
  readonly comparison: CutComparison | undefined;
}

export type FingerprintAnswer =
  /** Of all videos that are read. */
  | { readonly doneSeconds: number }
  | { readonly compared: Compared }
  | { readonly failure: { readonly code: ErrorCode; readonly message: FilledMessage | string } };

const { signal } = new AbortController();

self.addEventListener('message', async ({ data }: MessageEvent<FingerprintQuestion>) => {
  try {
    report({ compared: await compare(data) });
  } catch (error) {
    const { code, filled, message } = error instanceof CodedError ? error : new CodedError('internal');
    report({ failure: { code, message: filled ?? message } });
  }
});

async function compare({ known, before, now: file }: FingerprintQuestion): Promise<Compared> {
  const kept = known === undefined ? undefined : unpackFingerprint(known);
  const old = kept && saysSomething(kept) ? kept : before && (await take(before, 1, 0));
  const readSeconds = old && old !== kept ? old.durationMs / 1000 : 0;
  const now = file && (await take(file, comparedPictureRate, readSeconds));
  const isPossible = old && now && saysSomething(old) && saysSomething(now);
  return {
    before: old && packFingerprint(old),
    now: now && packFingerprint(now),
    comparison: isPossible ? await compareCuts(old, now, signal) : undefined,
  };
}

function take(file: File, pictureRate: number, readSeconds: number): Promise<Fingerprint> {
  const note = (seconds: number) => report({ doneSeconds: readSeconds + seconds });
  return withVideo(file, anyLength, video =>
    takeFingerprint(video, { readGrey, pictureRate, signal, report: note }),
  );
}

/** False where neither pictures nor sound could be decoded. */
function saysSomething({ details, loudness }: Fingerprint): boolean {
  return [details, loudness].some(each => each.some(value => value > 0));
}

function report(answer: FingerprintAnswer): void {
  self.postMessage(answer);
}

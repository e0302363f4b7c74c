import type { Allowance } from '#shared/api/account.ts';
import type { DescriptionKind } from '#shared/description.ts';
import type { Look } from '#shared/narration/observations.ts';
import { requireResult } from '../../lib/answer-lines.ts';
import { callWithKey } from '../../lib/call-key.ts';
import { readCount } from '../../lib/read-count.ts';
import { uploadForm } from '../../lib/upload-form.ts';
import type { Activity, Pictures } from '../editor/public.ts';

type Report = (activity: Activity) => void;
interface AnalysisOrder {
  readonly prompt: string;
  readonly timing: 'cues' | undefined;
  readonly description: DescriptionKind | undefined;
}

/**
 * Posts a video's pictures and returns the analysis.
 * @throws {CodedError} the server's error, or that it could not be reached
 */
export async function postAnalysis(
  pictures: Pictures,
  order: AnalysisOrder,
  {
    signal,
    report,
    reportCount,
  }: {
    signal: AbortSignal;
    report: Report;
    reportCount: (left: Pick<Allowance, 'limit' | 'remaining'>) => void;
  },
): Promise<Look> {
  const path = '/api/free/analysis';
  return callWithKey(path, [order, describePictures(pictures)], async key => {
    let seen: Look | undefined;
    await uploadForm(path, createForm(pictures, order), {
      signal,
      key,
      takeSent: (sentBytes, totalBytes) => reportSent(sentBytes, totalBytes, pictures, report),
      takeHeaders: headers => readCount(headers, reportCount),
      takeLine(line) {
        if ('analysis' in line) seen = line;
      },
    });
    return requireResult(seen);
  });
}

/** Enough to distinguish sets of pictures. */
function describePictures(pictures: Pictures): unknown {
  if (pictures.kind === 'sparse copy') return [pictures.seconds, pictures.bytes.byteLength];
  return pictures.frames.map(({ seconds, jpeg }) => [seconds, jpeg.byteLength]);
}

/** Texts first, so that the server can validate before the first picture arrives. */
function createForm(pictures: Pictures, { prompt, timing, description }: AnalysisOrder): FormData {
  const form = new FormData();
  form.append('prompt', prompt);
  if (timing) form.append('timing', timing);
  if (description) form.append('description', description);
  if (pictures.kind === 'sparse copy') {
    for (const second of pictures.seconds ?? []) form.append('seconds', String(second));
    form.append('video', new Blob([pictures.bytes], { type: 'video/x-matroska' }), 'pictures.mkv');
    return form;
  }
  form.append('durationSeconds', String(pictures.durationSeconds));
  for (const { seconds } of pictures.frames) form.append('seconds', String(seconds));
  for (const [index, { jpeg }] of pictures.frames.entries())
    form.append('frames', new Blob([jpeg], { type: 'image/jpeg' }), `frame-${index + 1}.jpg`);
  return form;
}

function reportSent(sentBytes: number, totalBytes: number, { kind }: Pictures, report: Report): void {
  if (sentBytes < totalBytes) report({ kind: 'sending', what: 'pictures', sentBytes, totalBytes });
  else report({ kind: kind === 'frames' ? 'looking' : 'server looks' });
}

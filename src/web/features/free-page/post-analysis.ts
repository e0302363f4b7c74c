import axios, { type AxiosProgressEvent } from 'axios';
import { progressMediaType } from '#shared/api/progress.ts';
import { createUnreachableError, readProblem } from '../../lib/call-server.ts';
import { ProgressLineReader, requireResult } from '../../lib/progress-lines.ts';
import type { Activity } from '../studio/narration-state.ts';
import type { Pictures } from '../studio/read-pictures.ts';

type Report = (activity: Activity) => void;

/**
 * Posts the pictures of a video and gives what was seen in them. Through axios, because `fetch` does not tell how
 * much of an upload has gone.
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postAnalysis(
  pictures: Pictures,
  prompt: string,
  { signal, report }: { signal: AbortSignal; report: Report },
): Promise<string> {
  const response = await axios
    .post<string>('/api/free/analysis', createForm(pictures, prompt), {
      signal,
      headers: { accept: progressMediaType },
      responseType: 'text',
      // A failed answer is read like a good one: it holds the server's own sentence.
      validateStatus: () => true,
      onUploadProgress: event => reportUpload(event, pictures, report),
    })
    .catch((error: unknown) => {
      throw signal.aborted ? error : createUnreachableError(error);
    });
  if (response.status !== 200) throw readProblem(response.data);
  const lines = new ProgressLineReader().read(`${response.data}\n`);
  return requireResult(lines.find(line => 'analysis' in line)?.analysis);
}

/** Texts first, so that the server knows what it gets before the first picture arrives. */
function createForm(pictures: Pictures, prompt: string): FormData {
  const form = new FormData();
  form.append('prompt', prompt);
  if (pictures.kind === 'sparse copy') {
    form.append('video', new Blob([pictures.bytes], { type: 'video/x-matroska' }), 'pictures.mkv');
    return form;
  }
  form.append('durationSeconds', String(pictures.durationSeconds));
  for (const { seconds } of pictures.frames) form.append('seconds', String(seconds));
  for (const [index, { jpeg }] of pictures.frames.entries())
    form.append('frames', new Blob([jpeg], { type: 'image/jpeg' }), `frame-${index + 1}.jpg`);
  return form;
}

function reportUpload({ loaded, total }: AxiosProgressEvent, pictures: Pictures, report: Report): void {
  if (total === undefined) return;
  if (loaded < total) report({ kind: 'sending', what: 'pictures', sentBytes: loaded, totalBytes: total });
  else report({ kind: pictures.kind === 'frames' ? 'looking' : 'server looks' });
}

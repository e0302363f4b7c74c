import sharp from 'sharp';
import { type ProgressLine, progressLineSchema, progressMediaType } from '#shared/api/progress.ts';
import { composePrompt } from '#shared/prompt.ts';

/** A small grey JPEG. */
export function makeJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#808890' } })
    .jpeg({ quality: 50 })
    .toBuffer();
}

export const usualPrompt = 'Tell it as a story';

/** The form of `POST /api/free/analysis` with this many frames. */
export async function makeAnalysisForm({
  frames = 2,
  prompt = usualPrompt,
  picture = makeJpeg(),
} = {}): Promise<FormData> {
  const form = new FormData();
  form.set('prompt', prompt);
  form.set('durationSeconds', '10');
  const jpeg = new Uint8Array(await picture);
  for (let index = 0; index < frames; index += 1) {
    form.append('seconds', String(index));
    form.append('frames', new Blob([jpeg], { type: 'image/jpeg' }), `${index}.jpg`);
  }
  return form;
}

/** The form of `POST /create_script`. */
export function makeVideoForm(video: Uint8Array<ArrayBuffer>, prompt = usualPrompt): FormData {
  const form = new FormData();
  form.set('video', new Blob([video], { type: 'video/mp4' }), 'video.mp4');
  form.set('prompt', composePrompt({ prompt, language: 'English' }));
  return form;
}

export function postJson(url: string, body: object, init: RequestInit = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...init.headers };
  return fetch(url, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
}

let visitors = 0;
/** Headers of a new visitor, for a server that trusts this machine as a proxy. */
export function makeVisitorHeaders(): Record<string, string> {
  visitors += 1;
  return { 'x-forwarded-for': `2001:db8:${visitors.toString(16)}::1` };
}

/** Headers that request progress, a line at a time. */
export const wantsProgress = { accept: progressMediaType };

export async function readLines(answer: Response): Promise<ProgressLine[]> {
  const text = await answer.text();
  return text
    .trimEnd()
    .split('\n')
    .map(line => progressLineSchema.parse(JSON.parse(line)));
}

import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface AnswerToForm {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Posts a form from another local address: all of 127.0.0.0/8 is this machine. */
export async function postFormFrom(localAddress: string, url: string, form: FormData): Promise<AnswerToForm> {
  const encoded = new Response(form);
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = {
    'content-type': encoded.headers.get('content-type') ?? '',
    'content-length': body.length,
  };
  const sent = request(url, { method: 'POST', localAddress, headers });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await text(answer) };
}

/** The form of `POST /api/free/analysis` with a video for the server to decode. */
export function makeUndecodedForm(video: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set('prompt', 'Tell it as a story');
  form.set('video', new Blob([video]), 'video.mp4');
  return form;
}

/** The form of `POST /api/free/analysis` with frames. */
export function makePicturesForm(pictures: readonly Uint8Array<ArrayBuffer>[]): FormData {
  const form = new FormData();
  form.set('prompt', 'Tell it as a story');
  form.set('durationSeconds', '10');
  for (const [index, picture] of pictures.entries()) {
    form.append('seconds', String(index));
    form.append('frames', new Blob([picture], { type: 'image/jpeg' }), `${index}.jpg`);
  }
  return form;
}

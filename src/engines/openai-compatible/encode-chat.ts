import { randomUUID } from 'node:crypto';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';

/** Start of a picture's data URL; needs no escaping in JSON. */
export const pictureUrlStart = 'data:image/jpeg;base64,';

/**
 * The request body, equal to the SDK's. `JSON.stringify` scans and copies each picture twice more, a tenth of the server's cost of
 * a narration: 1.1 ms instead of 0.25 ms for a third of a megabyte of pictures.
 */
export function encodeChat(body: ChatCompletionCreateParamsNonStreaming): Uint8Array<ArrayBuffer> {
  const pictures: string[] = [];
  const mark = randomUUID();
  const json = JSON.stringify(body, (_, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(pictureUrlStart)) return value;
    pictures.push(value);
    return mark;
  });
  const [start = '', ...rest] = json.split(mark);
  const encoded = Buffer.allocUnsafe(
    Buffer.byteLength(json) + pictures.reduce((sum, { length }) => sum + length - mark.length, 0),
  );
  let end = encoded.write(start);
  for (const [at, text] of rest.entries()) {
    end += encoded.write(pictures[at] ?? '', end, 'latin1');
    end += encoded.write(text, end);
  }
  return encoded;
}

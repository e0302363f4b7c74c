import { randomUUID } from 'node:crypto';
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions';

/** How the pictures of a question are written: in letters that JSON leaves as they are. */
export const pictureUrlStart = 'data:image/jpeg;base64,';

/**
 * The bytes of a request, the same as the SDK would send. `JSON.stringify` looks at each letter of each picture and copies it twice more, which
 * is a tenth of all that a narration costs the server; a third of a megabyte of pictures takes 0.25 ms so, and 1.1 ms otherwise.
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

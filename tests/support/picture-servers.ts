import sharp from 'sharp';
import type { Rgb } from './make-clip.ts';
import { completionBody } from './openai-bodies.ts';
import type { Behaviour } from './openai-stand-in.ts';
import { nameColours } from './picture-colours.ts';

/** A part of a chat's messages, in order. */
export type ChatPart =
  | { readonly role: string; readonly text: string }
  | { readonly role: string; readonly jpeg: Uint8Array; readonly url: string };

export type PicturePart = Extract<ChatPart, { jpeg: Uint8Array }>;

/** Every part of a chat request, in order. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
export function readParts(body: any): ChatPart[] {
  // biome-ignore lint/suspicious/noExplicitAny: a message as it came.
  return body.messages.flatMap(({ role, content }: any) =>
    typeof content === 'string'
      ? [{ role, text: content }]
      : // biome-ignore lint/suspicious/noExplicitAny: a part as it came.
        content.map((part: any) =>
          part.type === 'text' ? { role, text: part.text } : toPicture(role, part.image_url.url),
        ),
  );
}

function toPicture(role: string, url: string): PicturePart {
  return { role, jpeg: new Uint8Array(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')), url };
}

export function isPicture(part: ChatPart): part is PicturePart {
  return 'jpeg' in part;
}

const colourValues = {
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  red: [255, 0, 0],
  green: [0, 160, 0],
} as const satisfies Record<string, Rgb>;

/** A model's analysis of these parts: each picture's colour after its label. */
export async function describeColours(parts: readonly ChatPart[]): Promise<string> {
  const lines: string[] = [];
  let label = '';
  for (const part of parts) {
    if (isPicture(part)) lines.push(`${label} ${(await nameColours([part.url]))[0]}.`.trim());
    else label = /^Picture \d+/u.test(part.text) ? part.text : label;
  }
  return lines.join('\n') || 'I see no picture.';
}

/** Answers as a vision model; with too many pictures it refuses as vLLM does with `--limit-mm-per-prompt`. */
export function takeAtMost(most: number): Behaviour {
  return async ({ response, request }) => {
    const parts = readParts(request.body);
    const isTooMany = parts.filter(isPicture).length > most;
    const message = `At most ${most} image(s) may be provided in one prompt. Set \`--limit-mm-per-prompt\` to increase this limit.`;
    const refusal = { error: { message, type: 'BadRequestError', param: 'image', code: 400 } };
    const content = await describeColours(parts);
    response.writeHead(isTooMany ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isTooMany ? refusal : completionBody(request.body.model, { content })));
  };
}

/** A JPEG of one colour, as large as a video's picture. */
export async function makeColourFrame(
  colour: keyof typeof colourValues,
  { width, height } = { width: 1920, height: 1080 },
): Promise<Uint8Array<ArrayBuffer>> {
  const [r, g, b] = colourValues[colour];
  const image = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  return new Uint8Array(await image.jpeg({ quality: 50 }).toBuffer());
}

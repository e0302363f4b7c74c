import sharp from 'sharp';
import type { TestColour } from '#engines/provider/one-colour-jpeg.ts';
import type { Rgb } from './make-clip.ts';
import type { Behaviour } from './openai-stand-in.ts';
import { nameColours } from './picture-colours.ts';

/**
 * Servers that take fewer pictures than they are sent, and the ways in which they say so, or do not. They look at what they
 * were sent, and answer which colours they saw.
 */

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

const colourValues: Record<TestColour, Rgb> = {
  blue: [0, 0, 255],
  yellow: [255, 255, 0],
  red: [255, 0, 0],
  green: [0, 160, 0],
};

/** What a model writes that sees these parts alone: each picture's colour behind the last label before it. */
export async function describeColours(parts: readonly ChatPart[]): Promise<string> {
  const lines: string[] = [];
  let label = '';
  for (const part of parts) {
    if (isPicture(part)) lines.push(`${label} ${(await nameColours([part.url]))[0]}.`.trim());
    else label = /^Picture \d+/u.test(part.text) ? part.text : label;
  }
  return lines.join('\n') || 'I see no picture.';
}

/** Tokens that a server counts for a picture. */
export type PictureTokens = number | ((size: { width: number; height: number }) => number);

export interface PictureServer {
  readonly pictureTokens: PictureTokens;
  /** Whether its answers say how many tokens they took; they do when left out. */
  readonly counts?: boolean;
}

/** Answers as one that has seen these parts. */
async function answerSeeing(
  { response, request }: Parameters<Behaviour>[0],
  parts: readonly ChatPart[],
  { pictureTokens, counts = true }: PictureServer,
): Promise<void> {
  const content = await describeColours(parts);
  const promptTokens = await countTokens(parts, pictureTokens);
  const usage = { prompt_tokens: promptTokens, completion_tokens: 12, total_tokens: promptTokens + 12 };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id: 'chatcmpl-123',
      object: 'chat.completion',
      created: 1_786_000_000,
      model: request.body.model,
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      ...(counts && { usage }),
    }),
  );
}

async function countTokens(parts: readonly ChatPart[], pictureTokens: PictureTokens): Promise<number> {
  let tokens = 0;
  for (const part of parts) {
    if (!isPicture(part)) tokens += Math.ceil(part.text.length / 4);
    else if (typeof pictureTokens === 'number') tokens += pictureTokens;
    else {
      const { width, height } = await sharp(part.jpeg).metadata();
      tokens += pictureTokens({ width, height });
    }
  }
  return tokens;
}

/** One that takes everything. */
export function seeAll(server: PictureServer): Behaviour {
  return exchange => answerSeeing(exchange, readParts(exchange.request.body), server);
}

/** As mlx-vlm's server before 0.6.2 (its issue 1084): all text arrives, and of the pictures the last. */
export function seeOnlyTheLast(server: PictureServer): Behaviour {
  return exchange => {
    const parts = readParts(exchange.request.body);
    const last = parts.findLast(isPicture);
    return answerSeeing(
      exchange,
      parts.filter(part => !isPicture(part) || part === last),
      server,
    );
  };
}

/** One that shows its model the pictures in another order than they were sent. */
export function swapTheFirstTwo(server: PictureServer): Behaviour {
  return exchange => {
    const parts = readParts(exchange.request.body);
    const [first, second] = parts.filter(isPicture);
    const swapped = parts.map(part =>
      second && part === first ? second : part === second ? (first ?? part) : part,
    );
    return answerSeeing(exchange, swapped, server);
  };
}

/** What Ollama takes for the tokens of a picture, whatever it costs (server/prompt.go, 0.33.0-rc2). */
const ollamaPictureTokens = 768;

/**
 * As Ollama does with a model that has a separate projector (server/prompt.go, `chatPrompt`, 0.33.0-rc2): each part is a
 * message, and messages are dropped from the front until the rest fits, but for the system's and the last.
 */
export function dropTheOldest(contextTokens: number, server: PictureServer): Behaviour {
  return async exchange => {
    const parts = readParts(exchange.request.body);
    while ((await countTokens(parts, ollamaPictureTokens)) > contextTokens) {
      const at = parts.findIndex(({ role }, index) => role !== 'system' && index < parts.length - 1);
      if (at < 0) break;
      parts.splice(at, 1);
    }
    await answerSeeing(exchange, parts, server);
  };
}

function refuse({ response }: Parameters<Behaviour>[0], status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** As vLLM does with `--limit-mm-per-prompt` (multimodal/processing, 2026). */
export function takeAtMost(most: number, server: PictureServer): Behaviour {
  return exchange => {
    const parts = readParts(exchange.request.body);
    if (parts.filter(isPicture).length <= most) return answerSeeing(exchange, parts, server);
    const message = `At most ${most} image(s) may be provided in one prompt. Set \`--limit-mm-per-prompt\` to increase this limit.`;
    return refuse(exchange, 400, { error: { message, type: 'BadRequestError', param: 'image', code: 400 } });
  };
}

/** How servers refuse what is longer than their context. */
export const contextRefusals = {
  /** tools/server/server-context.cpp, b10488. */
  'llama.cpp': (tokens: number, context: number) => ({
    error: {
      code: 400,
      message: `request (${tokens} tokens) exceeds the available context size (${context} tokens), try increasing it`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: tokens,
      n_ctx: context,
    },
  }),
  /** 0.30.7, as microsoft/vscode issue 320558 shows it: the inner server's body is its message. */
  Ollama: (tokens: number, context: number): object => ({
    error: {
      message: JSON.stringify(contextRefusals['llama.cpp'](tokens, context)),
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
  /** 0.4.x, April 2026: a text in place of an error. */
  'LM Studio': (tokens: number, context: number) => ({
    error: `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${tokens}>= n_ctx: ${context}). Try to load the model with a larger context length, or provide a shorter input.`,
  }),
  /** entrypoints/openai, 2026. */
  vLLM: (tokens: number, context: number) => ({
    error: {
      message: `This model's maximum context length is ${context} tokens. However, you requested 1000 output tokens and your prompt contains at least ${tokens} input tokens, for a total of at least ${tokens + 1000} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      type: 'BadRequestError',
      param: 'input_tokens',
      code: 400,
    },
  }),
};

/** One that refuses what does not fit. */
export function refuseTooLong(
  kind: keyof typeof contextRefusals,
  contextTokens: number,
  server: PictureServer & { readonly pictureTokens: number },
): Behaviour {
  return async exchange => {
    const parts = readParts(exchange.request.body);
    const tokens = await countTokens(parts, server.pictureTokens);
    if (tokens < contextTokens) return answerSeeing(exchange, parts, server);
    refuse(exchange, 400, contextRefusals[kind](tokens, contextTokens));
  };
}

/** A JPEG of one colour, as large as a video's picture. */
export async function makeColourFrame(
  colour: TestColour,
  { width, height } = { width: 1920, height: 1080 },
): Promise<Uint8Array<ArrayBuffer>> {
  const [r, g, b] = colourValues[colour];
  const image = sharp({ create: { width, height, channels: 3, background: { r, g, b } } });
  return new Uint8Array(await image.jpeg({ quality: 50 }).toBuffer());
}

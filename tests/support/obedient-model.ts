import { colorDistance, colorIn } from './look-at-frame.ts';
import type { Rgb } from './make-clip.ts';
import { answerSaying } from './openai-faults.ts';
import type { Behaviour } from './openai-stand-in.ts';

/** All that a model is shown and told in one request. */
export interface Asked {
  readonly text: string;
  readonly jpegs: readonly Uint8Array[];
}

const colours: readonly (readonly [name: string, rgb: Rgb])[] = [
  ['blue', [0, 0, 255]],
  ['yellow', [255, 255, 0]],
  ['red', [255, 0, 0]],
  ['green', [0, 160, 0]],
];

const welsh = 'Mae barcud coch yn hedfan yn dawel uwchben y bryn gwyrdd, ac mae’r gwynt yn ei gario.';

/**
 * What a model says that sees every picture it is given and obeys: the colours of one-coloured pictures in order, or a
 * sentence in Welsh where that is asked for.
 * @param usual what it says to everything else
 */
export async function obey({ text, jpegs }: Asked, usual: string): Promise<string> {
  if (jpegs.length > 0 && text.includes('filled with a single colour')) return nameColours(jpegs);
  return text.includes('narrate in Welsh') ? welsh : usual;
}

async function nameColours(jpegs: readonly Uint8Array[]): Promise<string> {
  const names = await Promise.all(jpegs.map(nameColour));
  return names.map((name, at) => `Picture ${at + 1}: ${name}`).join('\n');
}

async function nameColour(jpeg: Uint8Array): Promise<string> {
  const seen = await colorIn(jpeg, 0.5, 0.5);
  const [nearest] = colours.toSorted(
    ([, one], [, other]) => colorDistance(one, seen) - colorDistance(other, seen),
  );
  return nearest?.[0] ?? '';
}

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly image_url?: { readonly url: string };
}

/** What a chat in OpenAI's form shows and tells. */
export function readChat(body: { messages: { content: string | readonly Part[] }[] }): Asked {
  const parts = body.messages.flatMap(({ content }): readonly Part[] =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  );
  return {
    text: parts.map(({ text }) => text ?? '').join('\n'),
    jpegs: parts.flatMap(({ image_url: image }) =>
      image ? [Buffer.from(image.url.slice(image.url.indexOf(',') + 1), 'base64')] : [],
    ),
  };
}

/** A chat is answered by a model that sees and obeys. */
export const obeys: Behaviour = async exchange => {
  const content = await obey(readChat(exchange.request.body), 'A dog runs over the lawn.');
  await answerSaying({ content })(exchange);
};

import sharp from 'sharp';

/** The text and pictures of a chat request. */
export interface ColourQuestion {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the product sends, which tests compare field by field elsewhere.
  readonly messages?: readonly { readonly content: any }[];
}

/** By their red, green and blue. A stand-in sees no more than that. */
const colours = {
  black: [0, 0, 0],
  white: [255, 255, 255],
  grey: [128, 128, 128],
  red: [230, 20, 20],
  green: [20, 160, 40],
  blue: [20, 40, 230],
  yellow: [250, 230, 20],
} as const;

/** The data URLs of all pictures of a request, in order. */
export function listPictures({ messages = [] }: ColourQuestion): string[] {
  return listParts(messages).flatMap(part => {
    const url = typeof part.image_url === 'string' ? part.image_url : part.image_url?.url;
    return url === undefined ? [] : [url];
  });
}

export function joinTexts({ messages = [] }: ColourQuestion): string {
  return listParts(messages)
    .map(part => (typeof part === 'string' ? part : (part.text ?? '')))
    .join('\n');
}

/** The colour in the middle of each picture; undefined for no picture. */
export async function nameColours(dataUrls: readonly string[]): Promise<(string | undefined)[]> {
  return await Promise.all(dataUrls.map(nameColour));
}

// biome-ignore lint/suspicious/noExplicitAny: see ColourQuestion.
function listParts(messages: readonly { readonly content: any }[]): any[] {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? content : [content]));
}

async function nameColour(dataUrl: string): Promise<string | undefined> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  try {
    const pixels = await sharp(bytes).resize(3, 3, { fit: 'fill' }).removeAlpha().raw().toBuffer();
    const [red, green, blue] = pixels.subarray(12, 15);
    return findNearest([red ?? 0, green ?? 0, blue ?? 0]);
  } catch {
    return undefined;
  }
}

function findNearest(pixel: readonly [number, number, number]): string | undefined {
  const distance = (other: readonly number[]) =>
    pixel.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);
  const [nearest] = Object.entries(colours).sort(([, one], [, other]) => distance(one) - distance(other));
  return nearest?.[0];
}

import { tinyJpeg } from './provider-calls.ts';

/** A vision request as a model reads it, whoever's API it is. */
export interface ToldRequest {
  readonly system: string;
  /** In order. */
  readonly parts: readonly (string | ToldPicture)[];
}

interface ToldPicture {
  readonly jpeg: Buffer;
  /** As it was sent, without the picture itself. */
  readonly sent: object;
}

interface SentText {
  readonly text: string;
}

type SentPart =
  | SentText
  | { readonly image_url: { readonly url: string; readonly detail?: string } }
  | { readonly inlineData: { readonly data: string }; readonly mediaResolution?: object }
  | { readonly source: { readonly data: string } };

/** Reads a chat of OpenAI's form, one of Anthropic's, or contents of Gemini's. */
// biome-ignore lint/suspicious/noExplicitAny: a request as it came.
export function readTold(body: any): ToldRequest {
  if (body.contents) {
    const { systemInstruction, contents } = body;
    return { system: systemInstruction.parts[0].text, parts: contents[0].parts.map(readPart) };
  }
  const [first, last] = [body.messages[0], body.messages.at(-1)];
  return { system: body.system ?? first.content, parts: last.content.map(readPart) };
}

function readPart(part: SentPart): string | ToldPicture {
  if ('text' in part) return part.text;
  if ('image_url' in part) {
    const { url, ...sent } = part.image_url;
    return { jpeg: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'), sent };
  }
  if ('inlineData' in part) {
    const { inlineData, ...sent } = part;
    return { jpeg: Buffer.from(inlineData.data, 'base64'), sent };
  }
  return { jpeg: Buffer.from(part.source.data, 'base64'), sent: {} };
}

export function readTexts({ parts }: ToldRequest): string[] {
  return parts.filter(part => typeof part === 'string');
}

export function readPictures({ parts }: ToldRequest): ToldPicture[] {
  return parts.filter(part => typeof part !== 'string');
}

const looks = ['red coat', 'green hat', 'blue scarf'] as const;

/** A picture of one of three people, by its last byte. */
export function makeToldJpeg(index: number, jpeg: Uint8Array = tinyJpeg): Uint8Array<ArrayBuffer> {
  return Uint8Array.of(...jpeg, index);
}

/**
 * A model that sees in each picture what somebody wears. It knows a name only from the people of the request, else it makes one up,
 * another each time; and it repeats the words after "called" from what is said.
 */
export function createToldModel(): (told: ToldRequest) => string {
  let strangers = 0;
  return told => {
    const all = readTexts(told).join('\n');
    const known = new Map(
      Array.from(all.matchAll(/^- (?<name>[^|]+) \| (?<look>[^|]+) \|/gmu), ({ groups }) => [
        groups?.look?.trim(),
        groups?.name?.trim() ?? '',
      ]),
    );
    const isScout = told.system.startsWith('You leaf through a video');
    const rows: string[] = [];
    const notes: string[] = [];
    let label = '';
    for (const part of told.parts) {
      if (typeof part === 'string')
        label = /at second (?<second>[\d.]+)/iu.exec(part)?.groups?.second ?? label;
      else {
        const look = looks[((part.jpeg.at(-1) ?? 0) % 5) % looks.length] ?? looks[0];
        if (!known.has(look)) {
          strangers += 1;
          known.set(look, `guest ${strangers}`);
          rows.push(`- guest ${strangers} | ${look} | none | ${label}`);
        }
        notes.push(`${label}: ${known.get(look)} in the ${look}.`);
      }
    }
    const speech = /<speech>.*<\/speech>/su.exec(all)?.[0] ?? '';
    const heard = Array.from(
      speech.matchAll(/called (?<word>\w+)/gu),
      ({ groups }) => `It is ${groups?.word}.`,
    );
    const people = rows.length > 0 ? [`People:\n${rows.join('\n')}`] : [];
    return [...(isScout ? ['Places:\n- the quay: grey stones'] : [...notes, ...heard]), ...people].join('\n');
  };
}

/** The names by which notes call each look. */
export function listNames(notes: string): Record<string, string[]> {
  const calls = Array.from(notes.matchAll(/: (?<name>guest \d+) in the (?<look>[\w ]+)\./gu));
  const byLook = Object.groupBy(calls, ({ groups }) => groups?.look ?? '');
  return Object.fromEntries(
    Object.entries(byLook).map(([look, found = []]) => [
      look,
      [...new Set(found.map(({ groups }) => groups?.name ?? ''))],
    ]),
  );
}

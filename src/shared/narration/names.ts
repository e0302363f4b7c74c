import type { VoiceSex } from '../voices.ts';
import words from './names.json' with { type: 'json' };

/** Given names and what people are called, and words that head rows which nobody says. */
const known = new Map<string, keyof typeof words>();
for (const kind of ['labels', 'people', 'male', 'female'] as const)
  for (const word of words[kind].split(' ')) known.set(word, kind);

/** Up to four words, each with a capital or a number. */
const name =
  /^[\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’#-]*(?: [\p{Lu}\p{Lt}\p{Lo}\p{N}#][\p{L}\p{M}\p{N}.'’-]*){0,3}$/u;

/** Whether a text alone looks like a name, as `Speaker 1`, `Dr. Anna Weber`. */
export function isName(text: string): boolean {
  return text.length <= 60 && name.test(text);
}

/** What is known of a name: whose it is, or that it is a label, such as “Cause”. */
export function judgeName(written: string): keyof typeof words | undefined {
  const kinds = written
    .toLowerCase()
    .split(/[\s.#]+/u)
    .filter(Boolean)
    .map(word => known.get(word));
  const person = kinds.find(kind => kind && kind !== 'labels');
  return person ?? (kinds[0] || kinds.at(-1));
}

export function getSex(written: string): VoiceSex | undefined {
  const kind = judgeName(written);
  return kind === 'female' || kind === 'male' ? kind : undefined;
}

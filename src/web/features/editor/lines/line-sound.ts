import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';

/** How a line is, or would be, spoken. */
export interface SpokenWith {
  readonly voice: Voice;
  /** The server finds it out when left out. */
  readonly language?: LanguageName | undefined;
  /** The id of the provider; the server chooses when left out. */
  readonly provider?: string | undefined;
}

/** A line as it was spoken: at its natural speed, without silence at its ends. */
export interface LineSound extends SpokenWith {
  readonly text: string;
  readonly mp3: Blob;
  readonly seconds: number;
  /** What the line said before the writer made it shorter. */
  readonly before?: string | undefined;
  /** What of it is not spoken: all of it, where there is no sound, or words that the voice cannot read. */
  readonly unspoken?: string | undefined;
}

/** By what each of them says, and how: a line is not spoken again while that stays as it is. */
export type LineSounds = ReadonlyMap<string, LineSound>;

export const noSounds: LineSounds = new Map();

/** Those that were not heard for longest go first; so many are two hours of speech. */
const mostSounds = 4000;

export function findSound(sounds: LineSounds, text: string, spokenWith: SpokenWith | undefined) {
  return spokenWith && sounds.get(nameSound({ ...spokenWith, text }));
}

/** Sounds and more of them; the newer one stays where two say the same. */
export function addSounds(sounds: LineSounds, more: readonly LineSound[]): LineSounds {
  const joined = new Map(sounds);
  for (const sound of more) {
    const name = nameSound(sound);
    joined.delete(name);
    joined.set(name, sound);
  }
  return new Map([...joined].slice(-mostSounds));
}

function nameSound({ text, voice, language, provider }: SpokenWith & { readonly text: string }): string {
  return JSON.stringify([text.trim(), voice, language ?? '', provider ?? '']);
}

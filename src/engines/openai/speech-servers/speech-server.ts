import type { LanguageCode } from '#shared/languages.ts';

export type Gender = 'male' | 'female';

/** A voice of a server, in the one language that it speaks. */
export interface ServerVoice {
  /** What the server calls it; undefined where the model is the voice, and none may be sent. */
  readonly name: string | undefined;
  readonly model: string;
  /** Undefined where it is not known: it may speak any. */
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
  /** Of two voices of a language, the one with more comes first; 0 where nothing is known. */
  readonly quality: number;
}

/** How a language is told: the letter of Kokoro, the tag, or the English word; left out where the voice is the language. */
export type LanguageField = 'lang_code' | 'tag' | 'word';

/** What a server of voices is, as far as it says so. */
export interface SpeechServer {
  /** The model that speaks, or the first of several. */
  readonly model: string;
  /** How it was chosen, as words in a sentence. */
  readonly found: string;
  /** All that may speak, at least one. */
  readonly voices: readonly ServerVoice[];
  /** Whether the names are its own, by its own list: a voice can then be lost. */
  readonly hasList: boolean;
  readonly languageField?: LanguageField | undefined;
  /** Whether it cuts a text at `.!?` and at new lines only, and reads `[pause:1s]` as a command. */
  readonly isKokoro?: boolean | undefined;
}

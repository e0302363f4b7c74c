import Tinypool from 'tinypool';
import { getLanguage, type Language, type LanguageName } from '#shared/languages.ts';
import type { findLanguage } from './find-language.ts';

/** Enough for detection, so that the thread gets no huge text. */
const maxSentCharacters = 4000;

/**
 * One thread, started with the first text and ended after an idle minute: loading the detector would block the server for 0.15 s,
 * and its 50 MB would stay. It does not keep the process alive.
 */
const detector = new Tinypool({
  filename: new URL('./find-language.ts', import.meta.url).href,
  name: 'findLanguage' satisfies typeof findLanguage.name,
  runtime: 'worker_threads',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  execArgv: [],
  resourceLimits: { maxYoungGenerationSizeMb: 2 },
});

/**
 * Detects which of our languages a text is in, in a separate thread: about 0.3 s for the first text after an idle time, a
 * millisecond for others.
 * @returns English if undecided
 */
export async function detectLanguage(text: string): Promise<Language> {
  const found: ReturnType<typeof findLanguage> = await detector.run(text.slice(0, maxSentCharacters));
  return found;
}

export async function settleLanguage(name: LanguageName | undefined, text: string): Promise<Language> {
  return name ? getLanguage(name) : await detectLanguage(text);
}

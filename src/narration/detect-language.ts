import Tinypool from 'tinypool';
import type { Language } from '#shared/languages.ts';
import type { findLanguage } from './find-language.ts';

/** More than is read of a text, so that no thread gets a huge one. */
const maxSentCharacters = 4000;

/**
 * One thread, started with the first text and ended after a minute of rest: loading the detector would hold up everybody for 0.15 s,
 * and its 50 MB would stay. It does not keep a program from ending.
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
 * Finds out in which of our languages a text is written, in a thread of its own: about 0.3 s for the first text after a rest, a
 * millisecond for others.
 * @returns English when nothing tells
 */
export async function detectLanguage(text: string): Promise<Language> {
  const found: ReturnType<typeof findLanguage> = await detector.run(text.slice(0, maxSentCharacters));
  return found;
}

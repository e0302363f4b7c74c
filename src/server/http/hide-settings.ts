import { engineSettings } from '../config/engines.ts';

const names = Object.keys(engineSettings).join('|');
const atStart = new RegExp(`(^|[.!?:] )(?:${names})\\b`, 'gu');
const anywhere = new RegExp(`\\b(?:${names})\\b`, 'gu');

/** For the test that proves patterns to be linear: these are put together when the product runs. */
export const settingPatterns = { atStart, anywhere };

/**
 * What an engine says of itself, for visitors: the names of settings are for the operator, who reads the same
 * sentence with them in the log and in the doctor's report.
 */
export function hideSettings(sentences: string): string {
  return sentences
    .replaceAll(/ \([^()]*\)/gu, brackets => (brackets.replaceAll(anywhere, '') === brackets ? brackets : ''))
    .replaceAll(atStart, '$1A setting of this server')
    .replaceAll(anywhere, 'a setting of this server');
}

import type { FastifyBaseLogger } from 'fastify';
import type { LanguageName } from '#shared/languages.ts';
import { makeStorable, type Queries } from '../database/database.ts';
import { narrationLog } from '../database/schema.ts';
import { describeForLog } from '../http/log.ts';

export interface LoggedNarration {
  readonly surface: 'free' | 'create_script' | 'script';
  readonly prompt: string;
  readonly script: string;
  readonly language: LanguageName;
}

/** Logs a visitor's request and result anonymously. Never fails, so that the narration is not affected. */
export async function logNarration(
  queries: Queries,
  log: FastifyBaseLogger,
  { surface, language, prompt, script }: LoggedNarration,
): Promise<void> {
  try {
    await queries.insert(narrationLog).values({
      day: new Date().toISOString().slice(0, 10),
      ...{ surface, language, prompt: redactContacts(prompt), script: redactContacts(script) },
    });
  } catch (error) {
    const advice =
      'The user got the narration. If this happens often, check the database with npm run doctor.';
    log.error({ problem: describeForLog(error), advice }, 'a narration could not be written down');
  }
}

/*
 * Both address patterns match whole words and then check for an @. Requiring it in the pattern would make long words
 * quadratic.
 */

/** Anything around an @ that could be an address; wider than the standard, because a miss is worse than a false match. */
const mailAddress =
  /[\p{L}\p{N}._%+'-]+(\s?(?:[@＠]|\([aA][tT]\)|\[[aA][tT]\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu;

/** An address whose host has no dot. */
const localMailAddress = /[\p{L}\p{N}._%+'-]+(@[\p{L}\p{N}.-]+)?/gu;

/** Seven digits or more with usual separators; dates and years are shorter or redacted, too. */
const phoneNumber = /[+(]?\p{Nd}(?:[\s().\-/–]{0,3}\p{Nd}){6,}/gu;

/** Replaces e-mail addresses and phone numbers, and characters that a database cannot store (NUL, unpaired surrogates). */
export function redactContacts(text: string): string {
  return makeStorable(text)
    .replace(mailAddress, redactAddress)
    .replace(localMailAddress, redactAddress)
    .replace(phoneNumber, '[phone]');
}

function redactAddress(found: string, behindName: string | undefined): string {
  return behindName === undefined ? found : '[e-mail]';
}

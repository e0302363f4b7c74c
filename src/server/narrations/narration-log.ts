import type { FastifyBaseLogger } from 'fastify';
import type { LanguageName } from '#shared/languages.ts';
import type { Queries } from '../database/database.ts';
import { narrationLog } from '../database/schema.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import { redactContacts } from './redact-contacts.ts';

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
  narration: LoggedNarration,
): Promise<void> {
  try {
    await queries.insert(narrationLog).values({
      day: new Date().toISOString().slice(0, 10),
      surface: narration.surface,
      prompt: redactContacts(narration.prompt),
      script: redactContacts(narration.script),
      language: narration.language,
    });
  } catch (error) {
    const advice =
      'The user got the narration. If this happens often, check the database with npm run doctor.';
    log.error({ problem: describeForLog(error), advice }, 'a narration could not be written down');
  }
}

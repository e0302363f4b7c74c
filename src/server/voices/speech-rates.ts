import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { LanguageName } from '#shared/languages.ts';
import { learn, type SpeechRate, startRate, sumCount } from '#shared/script/estimate-speech.ts';
import type { Voice } from '#shared/voices.ts';
import type { Queries } from '../database/queries.ts';
import { speechRates } from '../database/schema.ts';
import { describeForLog } from '../http/describe-for-log.ts';

/** After so long a voice may speak otherwise, and perhaps nobody uses it any more. */
export const keepRatesDays = 180;

/** What is heard within this is written down together. */
const writeAfterMs = 1000;

/** A voice as it was heard. */
export interface HeardVoice {
  readonly voice: Voice;
  readonly language: LanguageName;
  /** Whose `identity` it was. */
  readonly engine: { readonly identity: string };
}

interface Heard extends HeardVoice {
  /** What was learned and is not written down. */
  readonly rate: SpeechRate;
}

interface RateParts {
  readonly queries: Queries;
  readonly log: FastifyBaseLogger;
}

/** How fast voices speak: learned from what was spoken for whomever, by all processes together. */
export class SpeechRates {
  readonly #parts: RateParts;
  readonly #heard = new Map<string, Heard>();
  readonly #ending = new AbortController();
  #writing: Promise<void> | undefined;

  constructor(parts: RateParts) {
    this.#parts = parts;
  }

  /** What is known of a voice; its language's usual rate where that is nothing. */
  async find({ voice, language, engine }: HeardVoice): Promise<SpeechRate> {
    const { queries } = this.#parts;
    const isIt = and(
      eq(speechRates.voice, voice),
      eq(speechRates.language, language),
      eq(speechRates.engine, hash(engine.identity)),
    );
    const [row] = await queries.select().from(speechRates).where(isIt);
    return row?.sums.length === sumCount
      ? { language, lines: row.lines, sums: row.sums }
      : startRate(language);
  }

  /**
   * Learns from a text that was spoken. Nobody waits for it.
   * @param seconds at natural speed, without silence at its ends
   */
  note(heard: HeardVoice, text: string, seconds: number): void {
    const key = JSON.stringify([heard.voice, heard.language, heard.engine.identity]);
    const rate = learn(this.#heard.get(key)?.rate ?? startRate(heard.language), text, seconds);
    if (rate.lines === 0) return;
    this.#heard.set(key, { ...heard, rate });
    this.#writing ??= this.#writeSoon();
  }

  /** Writes down what was learned. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#writing;
  }

  async #writeSoon(): Promise<void> {
    const { signal } = this.#ending;
    await setTimeout(writeAfterMs, undefined, { signal }).catch(() => {});
    while (this.#heard.size > 0) {
      const all = [...this.#heard.values()];
      this.#heard.clear();
      await this.#write(all);
    }
    this.#writing = undefined;
  }

  /** Speech matters more: what cannot be written down is lost, and the log says so. */
  async #write(all: readonly Heard[]): Promise<void> {
    try {
      for (const heard of all) await addRow(this.#parts.queries, heard);
    } catch (error) {
      const advice =
        'The length of lines is guessed less well. If there are many of these, npm run doctor says what is wrong with the database.';
      this.#parts.log.error(
        { problem: describeForLog(error), advice },
        'a rate of speech could not be written down',
      );
    }
  }
}

/** Adds in the database itself, so that nobody's addition is lost. */
async function addRow(queries: Queries, { voice, language, engine, rate }: Heard): Promise<void> {
  const heardOn = new Date().toISOString().slice(0, 10);
  const row = { voice, language, engine: hash(engine.identity), lines: rate.lines, sums: [...rate.sums] };
  const added = sql`array(
    select one + other
    from unnest(${speechRates.sums}, excluded.sums) with ordinality as pair(one, other, place)
    order by place
  )`;
  await queries
    .insert(speechRates)
    .values({ ...row, heardOn })
    .onConflictDoUpdate({
      target: [speechRates.voice, speechRates.language, speechRates.engine],
      set: { lines: sql`${speechRates.lines} + excluded.lines`, sums: added, heardOn },
    });
}

function hash(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

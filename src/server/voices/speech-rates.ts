import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { LanguageName } from '#shared/languages.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import type { Voice } from '#shared/voices.ts';
import type { Queries } from '../database/database.ts';
import { speechRates } from '../database/schema.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import type { QuotaSubject } from '../limits/daily-limits.ts';
import type { RecentTries } from '../limits/recent-tries.ts';

/** After so long a voice may speak otherwise, and perhaps nobody uses it any more. */
export const keepRatesDays = 180;

/** How often somebody is listened to for one voice. */
export const heardPerPerson = { most: 1, windowSeconds: 24 * 3600 };

/** Of so many that were heard the median counts. */
const mostFactors = 25;
/** As many unheard ones stand beside them, so that a first one alone changes nothing. */
const usualFactors = [1, 1];
/** No voice is believed to be so much faster or slower than what is usual in its language. */
const bounds = { least: 0.6, most: 1.6 };

/** A voice as it was heard. */
export interface HeardVoice {
  readonly voice: Voice;
  readonly language: LanguageName;
  /** Whose `identity` it was. */
  readonly engine: { readonly identity: string };
}

/** Listens to what one call has spoken. */
export interface SpeechListener {
  /** @param seconds at natural speed, without silence at its ends */
  note(text: string, seconds: number): void;
  /** Learns from all that was noted. Nobody waits for it. */
  end(): void;
}

interface RateParts {
  readonly queries: Queries;
  readonly recentTries: RecentTries;
  readonly log: FastifyBaseLogger;
}

/**
 * How fast voices speak: the median of what accounts have heard, of each once a day, within bounds. One person cannot make it wrong for
 * others, whose lines would be rewritten for money.
 */
export class SpeechRates {
  readonly #parts: RateParts;
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: RateParts) {
    this.#parts = parts;
  }

  /** How long a voice takes, as a factor of what is usual in its language; 1 where nothing is known. */
  async findFactor({ voice, language, engine }: HeardVoice): Promise<number> {
    const isIt = and(
      eq(speechRates.voice, voice),
      eq(speechRates.language, language),
      eq(speechRates.engine, hash(engine.identity)),
    );
    const [row] = await this.#parts.queries.select().from(speechRates).where(isIt);
    return Math.min(
      bounds.most,
      Math.max(bounds.least, computeMedian([...usualFactors, ...(row?.factors ?? [])])),
    );
  }

  /** @param subject whose account it is; those in a network that are not confirmed are one person. Only a hash is kept. */
  listen(heard: HeardVoice, { id, countedBy = [id] }: QuotaSubject): SpeechListener {
    const person = countedBy.at(-1) ?? id;
    const factors: number[] = [];
    const usual = startRate(heard.language);
    return {
      note: (text, seconds) => {
        factors.push(seconds / estimateSeconds(text, usual));
      },
      end: () => {
        if (factors.length === 0) return;
        const writing = this.#write(heard, person, computeMedian(factors)).finally(() =>
          this.#writing.delete(writing),
        );
        this.#writing.add(writing);
      },
    };
  }

  /** Waits until all that was learned is written down. */
  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Speech matters more: what cannot be written down is lost, and the log says so. */
  async #write({ voice, language, engine }: HeardVoice, person: string, factor: number): Promise<void> {
    const { queries, recentTries, log } = this.#parts;
    const row = { voice, language, engine: hash(engine.identity) };
    try {
      const what = ['heard', person, voice, language, row.engine];
      if (!(await recentTries.take(what, heardPerPerson)).isAllowed) return;
      const all = sql`${speechRates.factors} || excluded.factors`;
      const heardOn = new Date().toISOString().slice(0, 10);
      await queries
        .insert(speechRates)
        .values({ ...row, factors: [factor], heardOn })
        .onConflictDoUpdate({
          target: [speechRates.voice, speechRates.language, speechRates.engine],
          set: { factors: sql`(${all})[greatest(cardinality(${all}) - ${mostFactors - 1}, 1):]`, heardOn },
        });
    } catch (error) {
      const advice =
        'Estimated lengths of lines are less exact. If this happens often, check the database with npm run doctor.';
      log.error({ problem: describeForLog(error), advice }, 'a rate of speech could not be written down');
    }
  }
}

/** @param values at least one */
function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 1) + (sorted[Math.ceil(middle)] ?? 1)) / 2;
}

function hash(identity: string): string {
  return createHash('sha256').update(identity).digest('base64url');
}

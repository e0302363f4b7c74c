import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { LanguageName } from '#shared/languages.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import type { Queries } from '../database/database.ts';
import { speechRates } from '../database/schema.ts';
import { describeForLog } from '../http/describe-for-log.ts';
import type { QuotaSubject } from '../limits/daily-limits.ts';
import type { RecentTries } from '../limits/recent-tries.ts';

/** Voices may change over time or be unused, so older rates are dropped. */
export const keepRatesDays = 180;

/** How often one account may contribute to a voice's rate. */
export const measurementsPerAccount = { most: 1, windowSeconds: 24 * 3600 };

/** The median is taken of this many measurements. */
const mostFactors = 25;
/** Added to the measurements, so that a single one has no effect. */
const usualFactors = [1, 1];
const bounds = { least: 0.6, most: 1.6 };

export interface MeasuredVoice {
  /** As calls name it. */
  readonly voice: string;
  readonly language: LanguageName;
  /** Its `identity` is stored. */
  readonly engine: { readonly identity: string };
}

export type SpeechMeasurer = ReturnType<SpeechRates['measure']>;

interface RateParts {
  readonly queries: Queries;
  readonly recentTries: RecentTries;
  readonly log: FastifyBaseLogger;
}

/**
 * Speech rates of voices: the median of one measurement per account and day, within bounds, so that one person cannot
 * distort it and cause costs for others.
 */
export class SpeechRates {
  readonly #parts: RateParts;
  readonly #writing = new Set<Promise<void>>();

  constructor(parts: RateParts) {
    this.#parts = parts;
  }

  /** The duration of a voice as a factor of the usual one in its language; 1 if unknown. */
  async findFactor({ voice, language, engine }: MeasuredVoice): Promise<number> {
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

  /** @param subject the account; unverified ones in a network count as one. Stored as a hash only. */
  measure(measured: MeasuredVoice, { id, countedBy = [id] }: QuotaSubject) {
    const person = countedBy.at(-1) ?? id;
    const factors: number[] = [];
    const usual = startRate(measured.language);
    return {
      /** @param seconds at natural speed, without silence at its ends */
      note: (text: string, seconds: number): void => {
        factors.push(seconds / estimateSeconds(text, usual));
      },
      end: (): void => {
        if (factors.length === 0) return;
        const writing = this.#write(measured, person, computeMedian(factors)).finally(() =>
          this.#writing.delete(writing),
        );
        this.#writing.add(writing);
      },
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#writing);
  }

  /** Rates must not fail speech: what cannot be stored is lost and logged. */
  async #write({ voice, language, engine }: MeasuredVoice, person: string, factor: number): Promise<void> {
    const { queries, recentTries, log } = this.#parts;
    const row = { voice, language, engine: hash(engine.identity) };
    try {
      const what = ['heard', person, voice, language, row.engine];
      if (!(await recentTries.take(what, measurementsPerAccount)).isAllowed) return;
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

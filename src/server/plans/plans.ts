import { eq } from 'drizzle-orm';
import type { Plan } from '#shared/api/account.ts';
import type { Config } from '../config.ts';
import type { Queries } from '../database/open-database.ts';
import { premiumMembers } from '../database/schema.ts';

export interface PlanStanding {
  readonly plan: Plan;
  /** The address is on the premium list, and the plan waits for its verification. */
  readonly needsVerificationForPremium: boolean;
}

interface Address {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** Who has which plan. An address alone proves nothing: whoever registers a listed one first would get its plan. */
export class Plans {
  readonly #queries: Queries;
  readonly #listed: ReadonlySet<string>;
  readonly #narrationsPerDay: Readonly<Record<Plan, number>>;

  constructor(
    queries: Queries,
    config: Pick<Config, 'premiumEmails' | 'standardNarrationsPerDay' | 'premiumNarrationsPerDay'>,
  ) {
    this.#queries = queries;
    this.#listed = new Set(config.premiumEmails);
    this.#narrationsPerDay = {
      standard: config.standardNarrationsPerDay,
      premium: config.premiumNarrationsPerDay,
    };
  }

  async findStanding({ email, emailVerified }: Address): Promise<PlanStanding> {
    const isMember = await this.#isMember(email.toLowerCase());
    return {
      plan: isMember && emailVerified ? 'premium' : 'standard',
      needsVerificationForPremium: isMember && !emailVerified,
    };
  }

  getNarrationsPerDay(plan: Plan): number {
    return this.#narrationsPerDay[plan];
  }

  async #isMember(email: string): Promise<boolean> {
    if (this.#listed.has(email)) return true;
    const found = await this.#queries
      .select({ email: premiumMembers.email })
      .from(premiumMembers)
      .where(eq(premiumMembers.email, email));
    return found.length > 0;
  }
}

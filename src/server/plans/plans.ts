import { and, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Plan } from '#shared/plans.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { premiumMembers, stripePurchases } from '../database/schema.ts';
import { isLivePurchase } from './stripe/purchases.ts';

export interface PlanStatus {
  readonly plan: Plan;
  /** Premium by address, but the address is not verified yet. */
  readonly needsVerificationForPremium: boolean;
}

interface Address {
  readonly email: string;
  readonly emailVerified: boolean;
}

/** The plan of each account. Requires a verified address: else anybody could register a listed one and get its plan. */
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

  async findStatus({ email, emailVerified }: Address): Promise<PlanStatus> {
    const isMember = await this.#isMember(email.toLowerCase());
    return {
      plan: isMember && emailVerified ? 'premium' : 'standard',
      needsVerificationForPremium: isMember && !emailVerified,
    };
  }

  getNarrationsPerDay(plan: Plan): number {
    return this.#narrationsPerDay[plan];
  }

  /** Whether an address is in PREMIUM_EMAILS, added by the command line, or has bought the plan. At most one query. */
  async #isMember(email: string): Promise<boolean> {
    if (this.#listed.has(email)) return true;
    const named = this.#queries
      .select({ reason: premiumMembers.source })
      .from(premiumMembers)
      .where(eq(premiumMembers.email, email));
    const bought = this.#queries
      .select({ reason: stripePurchases.id })
      .from(stripePurchases)
      .where(and(eq(stripePurchases.email, email), isLivePurchase));
    const found = await unionAll(named, bought).limit(1);
    return found.length > 0;
  }
}

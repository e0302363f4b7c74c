import { and, eq } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Plan } from '#shared/plans.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { premiumMembers, stripePurchases } from '../database/schema.ts';
import { isLivePurchase } from './stripe/purchases.ts';

type PlanConfig = Pick<Config, 'premiumEmails' | 'standardNarrationsPerDay' | 'premiumNarrationsPerDay'>;

/** The plan of each account. Requires a verified address: else anybody could register a listed one and get its plan. */
export class Plans {
  readonly #queries: Queries;
  readonly #config: PlanConfig;

  constructor(queries: Queries, config: PlanConfig) {
    this.#queries = queries;
    this.#config = config;
  }

  async findStatus({ email, emailVerified }: { email: string; emailVerified: boolean }) {
    const isMember = await this.#isMember(email.toLowerCase());
    const plan: Plan = isMember && emailVerified ? 'premium' : 'standard';
    return { plan, needsVerificationForPremium: isMember && !emailVerified };
  }

  getNarrationsPerDay(plan: Plan): number {
    const { premiumNarrationsPerDay, standardNarrationsPerDay } = this.#config;
    return plan === 'premium' ? premiumNarrationsPerDay : standardNarrationsPerDay;
  }

  /** Whether an address is in PREMIUM_EMAILS, added by the command line, or has bought the plan. At most one query. */
  async #isMember(email: string): Promise<boolean> {
    if (this.#config.premiumEmails.includes(email)) return true;
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

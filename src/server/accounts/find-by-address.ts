import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { contactMessages, feedback, mails, premiumMembers, stripePurchases } from '../database/schema.ts';

/**
 * What is known by an e-mail address alone. It belongs to an account only once the address is verified: else anybody
 * could register a stranger's address, and read and delete what the stranger wrote.
 */
export function findByAddress(email: string) {
  return {
    contactMessages: isAddress(contactMessages.guestEmail, email),
    feedback: isAddress(feedback.email, email),
    /** What visitors wrote and nobody has taken yet; afterwards the mail does not know any more who wrote it. */
    writtenMails: isAddress(mails.replyToAddress, email),
    premiumMembership: eq(premiumMembers.email, email.toLowerCase()),
    purchases: eq(stripePurchases.email, email.toLowerCase()),
  };
}

/** In forms people write their address as they like. */
function isAddress(column: PgColumn, email: string): SQL {
  return sql`lower(${column}) = lower(${email})`;
}

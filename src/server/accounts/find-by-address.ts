import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { contactMessages, feedback, mails, premiumMembers, stripePurchases } from '../database/schema.ts';

/**
 * Data found by e-mail address only. Used only once the account's address is verified: else anybody could register a
 * stranger's address, and read or delete the stranger's data.
 */
export function findByAddress(email: string) {
  return {
    contactMessages: isAddress(contactMessages.guestEmail, email),
    feedback: isAddress(feedback.email, email),
    /** Contact mails that are not sent yet; sent ones no longer contain the sender. */
    writtenMails: isAddress(mails.replyToAddress, email),
    premiumMembership: eq(premiumMembers.email, email.toLowerCase()),
    purchases: eq(stripePurchases.email, email.toLowerCase()),
  };
}

/** People write their address in any case. */
function isAddress(column: PgColumn, email: string): SQL {
  return sql`lower(${column}) = lower(${email})`;
}

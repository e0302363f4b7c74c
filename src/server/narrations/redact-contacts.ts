import { makeStorable } from '../database/database.ts';

/*
 * Both patterns of addresses take whole words and then look whether an @ follows. If they asked for it at once, every
 * letter of a long word without one would be tried as the first.
 */

/** Anything around an @ that mail could be sent to; wider than the standard, because a miss is worse than a blot too many. */
const mailAddress =
  /[\p{L}\p{N}._%+'-]+(\s?(?:[@＠]|\([aA][tT]\)|\[[aA][tT]\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu;

/** A mail address whose server has no dot in its name. */
const localMailAddress = /[\p{L}\p{N}._%+'-]+(@[\p{L}\p{N}.-]+)?/gu;

/** Seven digits or more with what people put between them; dates and years are shorter or are redacted too. */
const phoneNumber = /[+(]?\p{Nd}(?:[\s().\-/–]{0,3}\p{Nd}){6,}/gu;

/**
 * Replaces e-mail addresses and phone numbers, and makes of what a database cannot keep (NUL, half characters) something
 * that it can.
 */
export function redactContacts(text: string): string {
  return makeStorable(text)
    .replace(mailAddress, redactAddress)
    .replace(localMailAddress, redactAddress)
    .replace(phoneNumber, '[phone]');
}

function redactAddress(found: string, behindName: string | undefined): string {
  return behindName === undefined ? found : '[e-mail]';
}

import { makeStorable } from '../database/database.ts';

/*
 * Both address patterns match whole words and then check for an @. Requiring it in the pattern would make long words
 * quadratic.
 */

/** Anything around an @ that could be an address; wider than the standard, because a miss is worse than a false match. */
const mailAddress =
  /[\p{L}\p{N}._%+'-]+(\s?(?:[@＠]|\([aA][tT]\)|\[[aA][tT]\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)?/gu;

/** An address whose host has no dot. */
const localMailAddress = /[\p{L}\p{N}._%+'-]+(@[\p{L}\p{N}.-]+)?/gu;

/** Seven digits or more with usual separators; dates and years are shorter or redacted, too. */
const phoneNumber = /[+(]?\p{Nd}(?:[\s().\-/–]{0,3}\p{Nd}){6,}/gu;

/** Replaces e-mail addresses and phone numbers, and characters that a database cannot store (NUL, unpaired surrogates). */
export function redactContacts(text: string): string {
  return makeStorable(text)
    .replace(mailAddress, redactAddress)
    .replace(localMailAddress, redactAddress)
    .replace(phoneNumber, '[phone]');
}

function redactAddress(found: string, behindName: string | undefined): string {
  return behindName === undefined ? found : '[e-mail]';
}

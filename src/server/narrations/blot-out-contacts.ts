/** Anything around an @ that mail could be sent to; wider than the standard, because a miss is worse than a blot too many. */
const mailAddress = /[\p{L}\p{N}._%+'-]+\s?(?:@|＠|\(at\)|\[at\])\s?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;

/** A mail address whose server has no dot in its name. */
const localMailAddress = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}.-]+/gu;

/** Seven digits or more with what people put between them; dates and years are shorter or are blotted out too. */
const phoneNumber = /[+(]?\p{Nd}(?:[\s().\-/–]{0,3}\p{Nd}){6,}/gu;

/**
 * Replaces e-mail addresses and phone numbers, and makes of what a database cannot keep (NUL, half characters) something
 * that it can.
 */
export function blotOutContacts(text: string): string {
  return makeStorable(text)
    .replace(mailAddress, '[e-mail]')
    .replace(localMailAddress, '[e-mail]')
    .replace(phoneNumber, '[phone]');
}

/** A text that Postgres takes: without NUL, and with whole characters only. */
export function makeStorable(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

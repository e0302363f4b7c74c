/** Whose mailboxes take dots for nothing, and their other name. */
const dotlessDomains: ReadonlySet<string> = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox behind an e-mail address, so that one person counts once however they write it: in lower case, without a tag behind a plus
 * (RFC 5233, as Gmail, Outlook, Fastmail and others deliver it), and at Gmail without dots
 * (support.google.com/mail/answer/7436150). To be counted by; mail goes to the address as it was given.
 */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const name = email.slice(0, at).toLowerCase();
  const domain = email.slice(at + 1).toLowerCase();
  const plus = name.indexOf('+', 1);
  const untagged = plus < 0 ? name : name.slice(0, plus);
  return dotlessDomains.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

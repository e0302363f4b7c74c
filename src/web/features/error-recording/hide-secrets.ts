/** Whatever stands behind a question mark or a hash of an address may be a secret: the link for a new password has one. */
const addressValue = /([?&#][\w.[\]-]+=)[^&#"'`\s\\<>]+/gu;

/** A text, or the JSON of something, without the values in the addresses that it names. */
export function hideSecrets(text: string): string {
  return text.replace(addressValue, '$1[hidden]');
}

/** The parameters of an address may be secret, as in the link for a new password. */
const addressValue = /([?&#][\w.[\]-]+=)[^&#"'`\s\\<>]+/gu;

/** A text, or JSON, without the parameters of the addresses in it. */
export function hideSecrets(text: string): string {
  return text.replace(addressValue, '$1[hidden]');
}

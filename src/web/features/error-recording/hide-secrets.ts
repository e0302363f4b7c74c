/** Parameters of an address may be secret, such as the token for a new password. */
const addressValue = /([?&#][\w.[\]-]+=)[^&#"'`\s\\<>]+/gu;

/** Removes the parameters of all addresses in a text or JSON. */
export function hideSecrets(text: string): string {
  return text.replace(addressValue, '$1[hidden]');
}

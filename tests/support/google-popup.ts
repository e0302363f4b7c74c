import type { AccountClient } from './account-client.ts';

export interface PopupMessage {
  readonly type: string;
  readonly nonce: string;
  readonly targetOrigin: string;
  readonly token?: string;
  readonly redirectTo?: string;
  readonly error?: { readonly code: string; readonly description?: string };
}

/** Opens the popup and follows it to the provider. */
export async function openPopup(
  client: AccountClient,
  url: string,
  nonce = 'n',
  provider = 'google',
): Promise<Response> {
  const query = new URLSearchParams({
    provider,
    popupOrigin: new URL(url).origin,
    popupNonce: nonce,
  });
  return client.get(`/api/auth/oauth-popup/start?${query}`);
}

/** Presses a button of the provider. @returns the callback address */
export async function walkThroughProvider(start: Response, button: 'continue' | 'cancel'): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = new URL(start.headers.get('location') ?? '');
  for (let step = 0; step < 10; step += 1) {
    const isAsked = /^\/interaction\/[\w-]+$/u.test(address.pathname);
    if (isAsked) address = new URL(`${address.pathname}/${button}`, address);
    const headers = { cookie: [...cookies].map(pair => pair.join('=')).join('; ') };
    const answer = await fetch(address, { headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/u.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`The provider stopped at ${address}: ${await answer.text()}`);
    address = new URL(location, address);
    if (address.pathname.startsWith('/api/auth/callback/')) return address;
  }
  throw new Error('The provider did not come to an end.');
}

/** Signs in through the popup. @returns its message */
export async function signInWithGoogle(
  client: AccountClient,
  url: string,
  button: 'continue' | 'cancel' = 'continue',
): Promise<PopupMessage> {
  const back = await walkThroughProvider(await openPopup(client, url), button);
  return readMessage(await client.get(back.pathname + back.search));
}

/** The same with the provider of `OIDC_ISSUER`. */
export async function signInWithOidc(client: AccountClient, url: string): Promise<PopupMessage> {
  const back = await walkThroughProvider(await openPopup(client, url, 'n', 'oidc'), 'continue');
  return readMessage(await client.get(back.pathname + back.search));
}

export async function readMessage(answer: Response): Promise<PopupMessage> {
  const text = await answer.text();
  const [, data] = /<script type="application\/json"[^>]*>(.*?)<\/script>/su.exec(text) ?? [];
  if (data === undefined) throw new Error(`There is no message in: ${answer.status} ${text}`);
  return JSON.parse(data) as PopupMessage;
}

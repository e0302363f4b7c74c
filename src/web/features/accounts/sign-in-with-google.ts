import { oauthPopupClient } from 'better-auth/client/plugins';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { type Message, t } from '#shared/messages/message.ts';
import type { Session } from '../session/public.ts';

type PopupActions = ReturnType<typeof oauthPopupClient>['getActions'];
type AskForSession = Parameters<PopupActions>[0];

/** Time for the window's last message to arrive after it has closed. */
const graceMs = 3000;
const pollMs = 500;

/** For errors of which the provider gives only a code. */
const messages: Readonly<Record<string, Message>> = {
  access_denied: accountMessages.googleRefused,
  account_not_linked: accountMessages.googleNotLinked,
  email_not_found: accountMessages.googleNoEmail,
  invalid_code: accountMessages.googleFailed,
  oauth_provider_not_found: accountMessages.googleUnreachable,
  popup_sign_in_failed: accountMessages.googleUnreachable,
  provider_not_found: accountMessages.googleUnreachable,
  unable_to_get_user_info: accountMessages.googleFailed,
};

/**
 * Signs in with Google in a window. Call it directly in the click handler: later, browsers block the window.
 * @param askSession fetches the current session
 * @returns false if a window of an earlier click is still open; it was brought to the front
 * @throws {CodedError} with the provider's message if the window is blocked, closed or refused
 */
export async function signInWithGoogle(askSession: () => Promise<Session>): Promise<boolean> {
  if (isOpen) {
    void openPopup(askSession);
    return false;
  }
  isOpen = true;
  const ended = new AbortController();
  const popupOutcome = listenToPopup(ended.signal);
  try {
    const { error } = await openPopup(askSession);
    if (!error) return true;
    if (error.code === 'POPUP_CLOSED' && (await isSignedInAfterAll(askSession, popupOutcome))) return true;
    throw new CodedError('forbidden', { message: describePopupError(popupOutcome.error ?? error) });
  } finally {
    ended.abort();
    isOpen = false;
  }
}

interface PopupError {
  readonly code: string;
  readonly message: string;
}

interface PopupOutcome {
  /** The window's error, if it reported one. */
  error?: PopupError;
}

/** Listens itself: the plugin stops when it sees the window closed, which may be before its last message arrives. */
function listenToPopup(signal: AbortSignal): PopupOutcome {
  const popupOutcome: PopupOutcome = {};
  const listen = ({ origin, data }: MessageEvent) => {
    if (origin !== window.location.origin || data?.type !== 'better-auth:oauth-popup' || !data.error) return;
    const { code, description } = data.error as { code: string; description?: string };
    popupOutcome.error = { code, message: description || code };
  };
  window.addEventListener('message', listen, { signal });
  return popupOutcome;
}

let isOpen = false;

const plugin = oauthPopupClient();

/** All that is needed of better-auth's client; its `$fetch` only reads the session at the end. */
function openPopup(askSession: () => Promise<Session>) {
  const ask = (async () => ({ data: await askSession(), error: null })) as unknown as AskForSession;
  const store = { notify: () => {}, listen: () => {}, atoms: {} };
  return plugin.getActions(ask, store, undefined).signIn.popup({ provider: 'google' });
}

/** The plugin gives only codes for its own errors. */
function describePopupError({ code, message }: PopupError): string {
  const own = messages[code];
  if (own) return t(own);
  const known = Object.entries(plugin.$ERROR_CODES).find(([name]) => name === code);
  return known?.[1].message ?? message;
}

/** A window whose provider severs the opener seems closed meanwhile: waits until the user is back on this page, and a little. */
async function isSignedInAfterAll(
  askSession: () => Promise<Session>,
  popupOutcome: PopupOutcome,
): Promise<boolean> {
  while (!document.hasFocus() && !popupOutcome.error) await wait(pollMs);
  for (let waitedMs = 0; waitedMs < graceMs && !popupOutcome.error; waitedMs += pollMs) {
    if (await askSession().catch(() => null)) return true;
    await wait(pollMs);
  }
  return false;
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

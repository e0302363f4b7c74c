import { oauthPopupClient } from 'better-auth/client/plugins';
import { CodedError } from '#shared/errors.ts';
import type { Session } from '../session/public.ts';

type PopupActions = ReturnType<typeof oauthPopupClient>['getActions'];
type AskForSession = Parameters<PopupActions>[0];

const unreachable = 'Google cannot be reached from this server at the moment. Please try again later.';

/** Time for the window's last word to arrive after it has closed. */
const graceMs = 3000;
const askEveryMs = 500;

/** For what the provider says by a word only, or in words for programmers. */
const sentences: Readonly<Record<string, string>> = {
  access_denied: 'Google sign-in was refused.',
  account_not_linked:
    'There is an account with this e-mail address already. Log in with its password, or reset the password.',
  email_not_found: 'Google did not tell an e-mail address.',
  invalid_code: 'Google sign-in failed: the provider could not be asked who you are. Please try again.',
  oauth_provider_not_found: unreachable,
  popup_sign_in_failed: unreachable,
  provider_not_found: unreachable,
  unable_to_get_user_info: 'Google sign-in failed: the provider did not say who you are. Please try again.',
};

/**
 * Signs in with Google in a window of its own. To be called in the click itself: later, browsers keep the window shut.
 * @param askSession asks the server who is signed in now
 * @returns false when a window of an earlier click is still open; it was brought to the front
 * @throws {CodedError} with the provider's sentence when the window is blocked, closed or refused
 */
export async function signInWithGoogle(askSession: () => Promise<Session>): Promise<boolean> {
  if (isOpen) {
    void openPopup(askSession);
    return false;
  }
  isOpen = true;
  const popupOutcome = listenToPopup();
  try {
    const { error } = await openPopup(askSession);
    if (!error) return true;
    if (error.code === 'POPUP_CLOSED' && (await isSignedInAfterAll(askSession, popupOutcome))) return true;
    throw new CodedError('forbidden', { message: describePopupError(popupOutcome.error ?? error) });
  } finally {
    popupOutcome.stop();
    isOpen = false;
  }
}

interface PopupError {
  readonly code: string;
  readonly message: string;
}

interface PopupOutcome {
  /** Why the window did not sign in, once it has said so. */
  error: PopupError | undefined;
  stop(): void;
}

/**
 * Hears the window's reason for itself: the plugin stops listening when it sees the window closed, and that may be before
 * the word that the window sent last has arrived.
 */
function listenToPopup(): PopupOutcome {
  const listen = ({ origin, data }: MessageEvent) => {
    if (origin !== window.location.origin || data?.type !== 'better-auth:oauth-popup' || !data.error) return;
    const { code, description } = data.error as { code: string; description?: string };
    popupOutcome.error = { code, message: description || code };
  };
  const popupOutcome: PopupOutcome = {
    error: undefined,
    stop: () => window.removeEventListener('message', listen),
  };
  window.addEventListener('message', listen);
  return popupOutcome;
}

let isOpen = false;

const plugin = oauthPopupClient();

/** Of better-auth's client this is all that is needed; its `$fetch` only asks for the session at the end. */
function openPopup(askSession: () => Promise<Session>) {
  const ask = (async () => ({ data: await askSession(), error: null })) as unknown as AskForSession;
  const store = { notify: () => {}, listen: () => {}, atoms: {} };
  return plugin.getActions(ask, store, undefined).signIn.popup({ provider: 'google' });
}

/** Of its own errors the plugin tells only the code where it means to tell the sentence. */
function describePopupError({ code, message }: PopupError): string {
  const known = Object.entries(plugin.$ERROR_CODES).find(([name]) => name === code);
  return sentences[code] ?? known?.[1].message ?? message;
}

/**
 * A window whose provider cuts the tie to its opener seems closed although somebody is signing in there. So this waits
 * until the person is back on this page, and then a little longer.
 */
async function isSignedInAfterAll(
  askSession: () => Promise<Session>,
  popupOutcome: PopupOutcome,
): Promise<boolean> {
  while (!document.hasFocus() && !popupOutcome.error) await wait(askEveryMs);
  for (let waitedMs = 0; waitedMs < graceMs && !popupOutcome.error; waitedMs += askEveryMs) {
    if (await askSession().catch(() => null)) return true;
    await wait(askEveryMs);
  }
  return false;
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

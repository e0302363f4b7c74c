import { oauthPopupClient } from 'better-auth/client/plugins';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Button, SubmitButton } from '../../components/button.tsx';
import { describeFailure, noteFailure, showAlert } from '../../lib/failures.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import classes from './account-form.module.css';
import { AuthFailure, EmailField, getText, PasswordField, postAuth, useSubmission } from './account-form.tsx';
import { type Session, useRefreshSession } from './session.ts';

interface LoginFormProps {
  readonly email?: string | undefined;
  /** In a dialog the first empty field gets the focus. */
  readonly isInDialog?: boolean;
  readonly onSignedIn?: () => void;
}

export function LoginForm({ email, isInDialog = false, onSignedIn }: LoginFormProps) {
  const refreshSession = useRefreshSession();
  const { state } = useLocation();
  const { submit, isPending, error, reset } = useSubmission(async fields => {
    await postAuth('/sign-in/email', {
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
    });
    await refreshSession();
    onSignedIn?.();
  });
  const problems = assignError(error);
  return (
    <>
      {/* Changing a field clears the message. */}
      <form className="stack" onSubmit={submit} onInput={() => error && reset()} noValidate>
        <EmailField value={email} hasFocus={isInDialog && !email} problem={problems.email} />
        <PasswordField
          label={t(accountMessages.password)}
          autoComplete="current-password"
          hasFocus={isInDialog && Boolean(email)}
          problem={problems.password}
        />
        <p className={`small ${classes.aside}`}>
          <Link to="/reset">{t(accountMessages.forgotPassword)}</Link>
        </p>
        <SubmitButton isPending={isPending}>{t(pageMessages.login)}</SubmitButton>
      </form>
      <GoogleButton label={t(accountMessages.loginWithGoogle)} onSignedIn={onSignedIn} />
      <p className={classes.other}>
        {richText(t(accountMessages.noAccount), { register: linkTo('/register', state) })}
      </p>
    </>
  );
}

/** Assigns an error to its field: the address if that is wrong, else the password. */
function assignError(error: Error | null): { readonly email?: string; readonly password?: string } {
  if (!(error instanceof AuthFailure)) return {};
  // Invalid fields are refused before the login is tried, with a message that names the field.
  const isAboutAddress = error.reason === 'BAD_REQUEST' && /e-?mail/iu.test(error.message);
  return { [isAboutAddress ? 'email' : 'password']: describeFailure(error) };
}

interface GoogleButtonProps {
  readonly label: string;
  readonly onSignedIn?: (() => void) | undefined;
}

/** Hidden if the server lacks Google's settings; its log states what is missing. */
export function GoogleButton({ label, onSignedIn }: GoogleButtonProps) {
  const refreshSession = useRefreshSession();
  const { data: config } = usePublicConfig();
  const [isWaiting, setWaiting] = useState(false);
  async function signIn() {
    setWaiting(true);
    try {
      if (!(await signInWithGoogle(refreshSession))) return;
      onSignedIn?.();
    } catch (error) {
      noteFailure(error);
      showAlert(describeFailure(error));
    }
    setWaiting(false);
  }

  if (!config?.google.isConfigured) return null;
  return (
    <div className={classes.google}>
      <Button variant="default" fullWidth onClick={() => void signIn()}>
        {label}
      </Button>
      <p className={`small soft ${classes.hint}`} aria-live="polite">
        {isWaiting && t(accountMessages.googleWaiting)}
      </p>
    </div>
  );
}

type PopupActions = ReturnType<typeof oauthPopupClient>['getActions'];
type AskForSession = Parameters<PopupActions>[0];

/** Time for the window's last message to arrive after it has closed. */
const graceMs = 3000;
const pollMs = 500;

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
async function signInWithGoogle(askSession: () => Promise<Session>): Promise<boolean> {
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

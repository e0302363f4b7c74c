import { oauthPopupClient } from 'better-auth/client/plugins';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
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
  const { data: config } = usePublicConfig();
  return (
    <>
      {config?.hasPasswordSignIn !== false && (
        // Changing a field clears the message.
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
      )}
      <ProviderButtons purpose="login" onSignedIn={onSignedIn} />
      {config?.isSignUpOpen !== false && (
        <p className={classes.other}>
          {richText(t(accountMessages.noAccount), { register: linkTo('/register', state) })}
        </p>
      )}
    </>
  );
}

function assignError(error: Error | null): { readonly email?: string; readonly password?: string } {
  if (!(error instanceof AuthFailure)) return {};
  // Invalid fields are refused before the login is tried, with a message that names the field.
  const isAboutAddress = error.reason === 'BAD_REQUEST' && /e-?mail/iu.test(error.message);
  return { [isAboutAddress ? 'email' : 'password']: describeFailure(error) };
}

interface ProviderButtonsProps {
  readonly purpose: 'login' | 'register' | 'again';
  readonly onSignedIn?: (() => void) | undefined;
}

type Provider = { readonly id: 'google' | 'oidc'; readonly name: string };

/** None if the server lacks the settings; its log states what Google misses. */
export function ProviderButtons({ purpose, onSignedIn }: ProviderButtonsProps) {
  const refreshSession = useRefreshSession();
  const { data: config } = usePublicConfig();
  const [waitsFor, setWaitsFor] = useState<string>();
  async function signIn(provider: Provider) {
    setWaitsFor(provider.name);
    try {
      if (!(await signInWith(provider, refreshSession))) return;
      onSignedIn?.();
    } catch (error) {
      noteFailure(error);
      showAlert(describeFailure(error));
    }
    setWaitsFor(undefined);
  }

  const providers = config ? listProviders(config) : [];
  if (providers.length === 0) return null;
  return (
    <div className={classes.providers}>
      {providers.map(provider => (
        <Button key={provider.id} variant="default" fullWidth onClick={() => void signIn(provider)}>
          {t(labels[purpose][provider.id], { provider: provider.name })}
        </Button>
      ))}
      <p className={`small soft ${classes.hint}`} aria-live="polite">
        {waitsFor && t(accountMessages.providerWaiting, { provider: waitsFor })}
      </p>
    </div>
  );
}

const { loginWithGoogle, loginWith, registerWithGoogle, registerWith, loginWithAgain } = accountMessages;

const labels: Readonly<Record<ProviderButtonsProps['purpose'], Record<Provider['id'], Message<'provider'>>>> =
  {
    login: { google: loginWithGoogle, oidc: loginWith },
    register: { google: registerWithGoogle, oidc: registerWith },
    again: { google: loginWithAgain, oidc: loginWithAgain },
  };

function listProviders({ google, oidc }: ConfigAnswer): Provider[] {
  const known: Provider = { id: 'google', name: t(accountMessages.google) };
  return [...(google.isConfigured ? [known] : []), ...(oidc ? [{ id: 'oidc', ...oidc } as const] : [])];
}

type AskForSession = Parameters<ReturnType<typeof oauthPopupClient>['getActions']>[0];

/** Time for the window's last message to arrive after it has closed. */
const graceMs = 3000;
const pollMs = 500;

const messages: Readonly<Record<string, Message<'provider'>>> = {
  access_denied: accountMessages.providerRefused,
  account_not_linked: accountMessages.accountExists,
  domain_not_allowed: accountMessages.domainNotAllowed,
  email_not_found: accountMessages.providerNoEmail,
  invalid_code: accountMessages.providerFailed,
  oauth_provider_not_found: accountMessages.providerUnreachable,
  popup_sign_in_failed: accountMessages.providerUnreachable,
  provider_not_found: accountMessages.providerUnreachable,
  signup_disabled: accountMessages.notInvited,
  unable_to_get_user_info: accountMessages.providerFailed,
};

/**
 * Signs in with a provider in a window. Call it directly in the click handler: later, browsers block the window.
 * @param askSession fetches the current session @returns false if a window of an earlier click is still open; it was brought to the front
 * @throws {CodedError} with the provider's message if the window is blocked, closed or refused
 */
async function signInWith(provider: Provider, askSession: () => Promise<Session>): Promise<boolean> {
  if (isOpen) {
    void openPopup(provider, askSession);
    return false;
  }
  isOpen = true;
  const ended = new AbortController();
  const popupOutcome = listenToPopup(ended.signal);
  try {
    const { error } = await openPopup(provider, askSession);
    if (!error) return true;
    if (error.code === 'POPUP_CLOSED' && (await isSignedInAfterAll(askSession, popupOutcome))) return true;
    throw new CodedError('forbidden', {
      message: describePopupError(popupOutcome.error ?? error, provider.name),
    });
  } finally {
    ended.abort();
    isOpen = false;
  }
}

type PopupError = { readonly code: string; readonly message: string };

type PopupOutcome = { error?: PopupError };

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
function openPopup({ id: provider }: Provider, askSession: () => Promise<Session>) {
  const ask = (async () => ({ data: await askSession(), error: null })) as unknown as AskForSession;
  const store = { notify: () => {}, listen: () => {}, atoms: {} };
  return plugin.getActions(ask, store, undefined).signIn.popup({ provider });
}

function describePopupError({ code, message }: PopupError, provider: string): string {
  const own = messages[code];
  if (own) return t(own, { provider });
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

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

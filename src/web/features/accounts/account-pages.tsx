import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate, useLocation, useSearchParams } from 'react-router';
import { mailedLinkSeconds } from '#shared/defaults.ts';
import { describeDuration } from '#shared/describe-values.ts';
import { languageNames } from '#shared/languages.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { SubmitButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { FormPage } from '../../components/page-frame.tsx';
import { postJson } from '../../lib/call-server.ts';
import { showAlert } from '../../lib/failures.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { linkTo, richText } from '../../lib/rich-text.tsx';
import classes from './account-form.module.css';
import {
  AuthFailure,
  EmailField,
  getText,
  LinkProblem,
  NameField,
  NewPasswordField,
  postAuth,
  useSubmission,
} from './account-form.tsx';
import { LoginForm, ProviderButtons } from './login-form.tsx';
import { askForLogin, readLoginRequest, useRefreshSession, useSession } from './session.ts';

const linkLife = { time: describeDuration(mailedLinkSeconds) };

// Small and often used in sequence: one chunk.

export function LoginPage() {
  return (
    <VisitorsPage title={t(pageMessages.login)}>
      <LinkProblem />
      <LoginForm />
    </VisitorsPage>
  );
}

export function RegisterPage() {
  const { data: config } = usePublicConfig();
  const { state } = useLocation();
  const [parameters] = useSearchParams();
  const invitation = parameters.get('invitation') ?? undefined;
  const isClosed = config?.isSignUpOpen === false && invitation === undefined;
  const { accountBenefits, signUpOff, signUpOffWithProvider } = accountMessages;
  const values = { languages: languageNames.length, provider: config?.oidc?.name ?? '' };
  const closed: Message<'provider'> = config?.oidc ? signUpOffWithProvider : signUpOff;
  return (
    <VisitorsPage title={t(accountMessages.createAccount)}>
      <p className="apart soft">{isClosed ? t(closed, values) : t(accountBenefits, values)}</p>
      {!isClosed && config?.hasPasswordSignIn !== false && <RegisterForm invitation={invitation} />}
      <ProviderButtons purpose="register" />
      <p className={classes.other}>
        <Link to="/" state={readLoginRequest(state) ? state : askForLogin()}>
          {t(accountMessages.haveAccount)}
        </Link>
      </p>
    </VisitorsPage>
  );
}

export function ResetPage() {
  const { data: config } = usePublicConfig();
  const [parameters] = useSearchParams();
  const token = parameters.get('token');
  if (config?.hasPasswordSignIn === false)
    return (
      <VisitorsPage title={t(accountMessages.resetPassword)}>
        <p>{richText(t(accountMessages.passwordsOff), { login: linkTo('/login') })}</p>
      </VisitorsPage>
    );
  if (token)
    return (
      <VisitorsPage title={t(accountMessages.setPassword)} notice="SIGN_OUT_TO_RESET">
        <NewPasswordForm token={token} />
      </VisitorsPage>
    );
  return (
    <VisitorsPage title={t(accountMessages.resetPassword)}>
      <ResetForm />
    </VisitorsPage>
  );
}

/** Target of the link that is mailed while an account's password is being guessed. */
export function SignInLinkPage() {
  // Also when signed in: this may be another account.
  return (
    <FormPage title={t(accountMessages.signIn)} closesTo="/">
      <SignInLinkForm />
    </FormPage>
  );
}

interface VisitorsPageProps {
  readonly title: string;
  /** A code of `LinkProblem`, for the dashboard. */
  readonly notice?: string;
  readonly children: ReactNode;
}

function VisitorsPage({ title, notice, children }: VisitorsPageProps) {
  const { data: me, isPending } = useSession();
  const { search, state } = useLocation();
  if (isPending) return null;
  if (!me)
    return (
      <FormPage title={title} closesTo="/">
        {children}
      </FormPage>
    );
  // A link for another account shows this on the dashboard, too.
  const kept = search.includes('SIGN_IN_TO_VERIFY') ? search : '';
  const returnTo = readLoginRequest(state)?.returnTo;
  if (returnTo && !notice && !kept) return <Navigate to={returnTo} replace />;
  return <Navigate to={{ pathname: '/dashboard', search: notice ? `?error=${notice}` : kept }} replace />;
}

function RegisterForm({ invitation }: { invitation: string | undefined }) {
  const refreshSession = useRefreshSession();
  const { submit, isPending, error } = useSubmission(async fields => {
    const name = getText(fields, 'name').trim();
    // Registered all the same: the welcome line then shows the e-mail address.
    if (name === '') window.alert(t(accountMessages.enterName));
    await postAuth('/sign-up/email', {
      name,
      email: getText(fields, 'email'),
      password: getText(fields, 'password'),
      ...(invitation !== undefined && { invitation }),
    });
    await refreshSession();
  });
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <NameField />
      <EmailField />
      <NewPasswordField label={t(accountMessages.password)} failure={error} />
      <SubmitButton isPending={isPending}>{t(accountMessages.register)}</SubmitButton>
    </form>
  );
}

/** The response never reveals whether the address is known. */
function ResetForm() {
  const { submit, isPending } = useSubmission(async fields => {
    await postAuth('/request-password-reset', { email: getText(fields, 'email') });
    showAlert(t(accountMessages.resetSent));
  });
  return (
    <>
      <form className="stack" onSubmit={submit} noValidate>
        <EmailField />
        <SubmitButton isPending={isPending}>{t(accountMessages.sendReset)}</SubmitButton>
      </form>
      <p className={classes.other}>
        {richText(t(accountMessages.noAccount), { register: linkTo('/register') })}
      </p>
    </>
  );
}

/** @param token of the mailed link; the form is shown only while it is valid */
function NewPasswordForm({ token }: { token: string }) {
  const { data: link, isPending: isChecking } = useQuery({
    queryKey: ['reset link', token],
    queryFn: async ({ signal }) => {
      const answer = await postJson('/api/auth/check-reset-link', { token }, { signal });
      return (await answer.json()) as { works: boolean };
    },
    // Without a response the form is shown: the server checks the link again.
    retry: false,
    networkMode: 'always',
  });
  const refreshSession = useRefreshSession();
  const { submit, isPending, isSuccess, error } = useSubmission(async fields => {
    await postAuth('/reset-password', { newPassword: getText(fields, 'password'), token });
    // All sessions of the account ended, perhaps this browser's, too.
    await refreshSession();
  });
  if (isSuccess)
    return (
      <div role="status" className="stack">
        <Notice tone="plain">{richText(t(accountMessages.passwordSet), { login: linkTo('/login') })}</Notice>
      </div>
    );
  if (isChecking) return null;
  if (link?.works === false || isInvalidToken(error))
    return (
      <Notice tone="problem">
        {richText(t(accountMessages.resetLinkExpired, linkLife), { reset: linkTo('/reset') })}
      </Notice>
    );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <NewPasswordField label={t(accountMessages.newPassword)} failure={error} />
      <SubmitButton isPending={isPending}>{t(accountMessages.setPassword)}</SubmitButton>
    </form>
  );
}

/** Signs in by a mailed link, whose validity is known only after use. Needs a click, because mail scanners open links, too. */
function SignInLinkForm() {
  const [parameters] = useSearchParams();
  const token = parameters.get('token') ?? '';
  const refreshSession = useRefreshSession();
  const { submit, isPending, isSuccess, error } = useSubmission(async () => {
    await postAuth('/sign-in/link', { token });
    await refreshSession();
  });
  // Replaces this address, which is valid only once.
  if (isSuccess) return <Navigate to="/dashboard" replace />;
  if (token === '' || isInvalidToken(error))
    return (
      <Notice tone="problem">
        {richText(t(accountMessages.signInLinkExpired, linkLife), {
          login: linkTo('/login'),
          reset: linkTo('/reset'),
        })}
      </Notice>
    );
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p>{t(accountMessages.signInLinkIntro)}</p>
      <SubmitButton isPending={isPending}>{t(accountMessages.signIn)}</SubmitButton>
    </form>
  );
}

function isInvalidToken(error: Error | null): boolean {
  return error instanceof AuthFailure && error.reason === 'INVALID_TOKEN';
}

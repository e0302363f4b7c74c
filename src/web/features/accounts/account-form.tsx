import { useMutation, useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AuthProblem, passwordPolicySchema } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { accountMessages } from '#shared/messages/accounts.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { checkPassword } from '#shared/password-policy.ts';
import { focusInDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { createUnreachableError, getAnswer, parseJson, readProblem } from '../../lib/call-server.ts';
import { describeFailure, showAlert } from '../../lib/failures.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { richText } from '../../lib/rich-text.tsx';
import classes from './account-form.module.css';

/** Why better-auth or this server's password policy refused a call. */
export class AuthFailure extends CodedError {
  override name = 'AuthFailure';
  /** The provider's code, such as `INVALID_TOKEN`. */
  readonly reason: string | undefined;
  readonly missing: AuthProblem['missing'];
  readonly weakness: string | undefined;

  constructor({ message, code, missing, weakness }: AuthProblem) {
    super('bad_request', { message });
    this.reason = code;
    this.missing = missing;
    this.weakness = weakness;
  }
}

/** POSTs to a path below `/api/auth`. @throws {CodedError} with the provider's message */
export async function postAuth(path: string, body: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw createUnreachableError(error);
  });
  if (!response.ok) throw await readAuthProblem(await response.text());
}

/** The schema is loaded only when needed: logging out is in the header of every page. */
async function readAuthProblem(body: string): Promise<CodedError> {
  const { authProblemSchema } = await loadChunk('answers', () => import('#shared/api/account.ts'));
  const problem = authProblemSchema.safeParse(parseJson(body));
  return problem.success ? new AuthFailure(problem.data) : readProblem(body);
}

// No validation here: the server decides what a valid address or password is.

export function NameField() {
  return <TextField label={t(accountMessages.fullName)} name="name" autoComplete="name" />;
}

interface EmailFieldProps {
  readonly value?: string | undefined;
  readonly hasFocus?: boolean;
  readonly problem?: string | undefined;
}

export function EmailField({ value, hasFocus = false, problem }: EmailFieldProps) {
  return (
    <TextField
      label={t(accountMessages.email)}
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      error={problem}
      ref={hasFocus ? focusInDialog : null}
    />
  );
}

interface PasswordFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly hasFocus?: boolean;
  readonly problem?: string | undefined;
  readonly onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function PasswordField({ hasFocus = false, problem, ...field }: PasswordFieldProps) {
  return (
    <TextField
      name="password"
      {...field}
      type="password"
      error={problem}
      ref={hasFocus ? focusInDialog : null}
    />
  );
}

/** Submits an account form, once at a time. A failure is shown by an alert with the provider's message, or by the form itself. */
export function useSubmission(send: (fields: FormData) => Promise<void>, failure: 'alert' | 'own' = 'alert') {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: send,
    ...(failure === 'alert' && { onError: error => showAlert(describeFailure(error)) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return { submit, isPending, isSuccess, error, reset };
}

export function getText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

interface NewPasswordFieldProps {
  readonly label: string;
  readonly name?: string;
  readonly failure: Error | null;
}

export function NewPasswordField({ failure, ...field }: NewPasswordFieldProps) {
  const [password, setPassword] = useState('');
  return (
    <>
      <PasswordField
        {...field}
        autoComplete="new-password"
        onChange={event => setPassword(event.currentTarget.value)}
      />
      <Requirements password={password} failure={failure} />
    </>
  );
}

/** After a password was refused: all requirements of the server, and which are still missing while typing. */
function Requirements({ password, failure }: { password: string; failure: Error | null }) {
  const refused = useRefusedPassword(password, failure);
  const { data: policy, error } = useQuery({
    queryKey: ['password-policy'],
    queryFn: ({ signal }) => getAnswer('/api/password-policy', passwordPolicySchema, { signal }),
    enabled: refused !== undefined,
  });
  if (!refused) return null;
  if (error) return <FailureNotice error={error} />;
  if (!policy) return null;
  // Only the server knows which passwords are easy to guess; it reported this for the refused one.
  const missing = checkPassword(
    password,
    text => text === refused.password && refused.missing.includes('uncommon'),
  );
  return (
    <div className={`small ${classes.requirements}`} role="status">
      <p>{t(accountMessages.passwordNeeds)}</p>
      <ul className="flat">
        {policy.requirements.map(({ id, sentence }) => {
          const isMissing = missing.includes(id);
          return (
            <li key={id} data-missing={isMissing}>
              {richText(describe(sentence, isMissing, id === 'uncommon' ? refused.weakness : ''), {
                hidden: inner => <span className="visually-hidden">{inner}</span>,
              })}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function describe(requirement: string, isMissing: boolean, reason: string): string {
  if (!isMissing) return t(accountMessages.requirementMet, { requirement });
  if (reason === '') return t(accountMessages.requirementMissing, { requirement });
  return t(accountMessages.requirementMissingWhy, { requirement, reason });
}

function useRefusedPassword(password: string, failure: Error | null) {
  const seen = useRef<{ failure: AuthFailure; password: string }>(undefined);
  if (failure instanceof AuthFailure && failure.missing && seen.current?.failure !== failure)
    seen.current = { failure, password };
  return (
    seen.current && {
      password: seen.current.password,
      missing: seen.current.failure.missing ?? [],
      weakness: seen.current.failure.weakness ?? '',
    }
  );
}

/** Why a mailed link or the sign-in with Google failed, by the `error` in the address. */
export function LinkProblem() {
  const [parameters] = useSearchParams();
  const error = parameters.get('error');
  if (error === null) return null;
  return (
    <div className="apart">
      <Notice tone="problem">{t(messages[error] ?? accountMessages.linkExpired)}</Notice>
    </div>
  );
}

const messages: Readonly<Record<string, Message>> = {
  SIGN_IN_FAILED: accountMessages.signInFailed,
  SIGN_IN_TO_VERIFY: accountMessages.signInToVerify,
  SIGN_OUT_TO_RESET: accountMessages.signOutToReset,
};

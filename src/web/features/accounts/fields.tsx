import { useMutation } from '@tanstack/react-query';
import type { ChangeEvent, FormEvent } from 'react';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { focusInDialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { describeFailure, showAlert } from '../../lib/failures.ts';

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
  /** For a form with two password fields. */
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
    networkMode: 'always',
    ...(failure === 'alert' && { onError: error => showAlert(describeFailure(error)) }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(new FormData(event.currentTarget));
  };
  return { submit, isPending, isSuccess, error, reset };
}

/** A text field's value; empty if missing. */
export function getText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

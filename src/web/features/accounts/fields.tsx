import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { accountMessages } from '#shared/messages/accounts.ts';
import { t } from '#shared/messages/message.ts';
import { TextField } from '../../components/field.tsx';
import { describeFailure, showAlert } from '../../lib/describe-failure.ts';

// No validation here: the server decides what a valid address or password is.

export function NameField() {
  return <TextField label={t(accountMessages.fullName)} name="name" autoComplete="name" />;
}

interface EmailFieldProps {
  readonly value?: string | undefined;
  readonly hasFocus?: boolean;
  /** Error below the field. */
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
      ref={hasFocus ? takeFocus : null}
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
  readonly onChange?: (password: string) => void;
}

export function PasswordField({
  label,
  name = 'password',
  autoComplete,
  hasFocus = false,
  problem,
  onChange,
}: PasswordFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete={autoComplete}
      error={problem}
      ref={hasFocus ? takeFocus : null}
      onChange={event => onChange?.(event.currentTarget.value)}
    />
  );
}

/** An open dialog focuses it at once; one that is just opening needs the attribute. */
function takeFocus(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}

/**
 * Submits an account form, once at a time; a failure shows the provider's message as an alert.
 * @param send receives the form's fields
 */
export function useSubmission(send: (fields: FormData) => Promise<void>) {
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    onError: failure => showAlert(describeFailure(failure)),
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

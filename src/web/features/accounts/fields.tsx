import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { TextField } from '../../components/field.tsx';
import { describeFailure, showAlert } from '../../lib/describe-failure.ts';

// None of them checks anything: what an address or a password must be, the server says.

export function NameField() {
  return <TextField label="Full Name" name="name" autoComplete="name" />;
}

interface EmailFieldProps {
  readonly value?: string | undefined;
  /** Whether the keyboard begins here. */
  readonly hasFocus?: boolean;
  /** What is wrong with it, below it. */
  readonly problem?: string | undefined;
}

export function EmailField({ value, hasFocus = false, problem }: EmailFieldProps) {
  return (
    <TextField
      label="E-mail Address"
      name="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      defaultValue={value}
      error={problem}
      ref={hasFocus ? takeKeyboard : null}
    />
  );
}

interface PasswordFieldProps {
  readonly label: string;
  /** Where a form has two. */
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
      ref={hasFocus ? takeKeyboard : null}
      onChange={event => onChange?.(event.currentTarget.value)}
    />
  );
}

/** A dialog that is open already gives the keyboard at once; one that is just being opened asks for the attribute. */
function takeKeyboard(field: HTMLInputElement | null): void {
  field?.setAttribute('autofocus', '');
  field?.focus();
}

/**
 * Sends an account form, once at a time; a failure shows the provider's message as an alert.
 * @param send called with what the form's fields hold
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

/** A text field's value; empty when there is none. */
export function getText(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

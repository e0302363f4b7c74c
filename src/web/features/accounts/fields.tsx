import { TextField } from '../../components/text-field.tsx';

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

import { type ComponentProps, type ReactNode, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './button.module.css';
import icons from './icon-button.module.css';

interface ButtonStyle {
  readonly variant?: 'filled' | 'default' | undefined;
  readonly fullWidth?: boolean | undefined;
}

export function getButtonProps({ variant = 'filled', fullWidth }: ButtonStyle, className?: string) {
  return {
    className: className ? `${classes.button} ${className}` : classes.button,
    'data-variant': variant,
    'data-full-width': fullWidth || undefined,
  };
}

export function Button({ variant, fullWidth, className, ...props }: ButtonStyle & ComponentProps<'button'>) {
  return <button type="button" {...props} {...getButtonProps({ variant, fullWidth }, className)} />;
}

export function ButtonLink({ variant, fullWidth, className, ...props }: ButtonStyle & ComponentProps<'a'>) {
  return <a {...props} {...getButtonProps({ variant, fullWidth }, className)} />;
}

/** Submits its form. Keeps the focus meanwhile, which a disabled button cannot. */
export function SubmitButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button type="submit" fullWidth aria-disabled={isPending} data-busy={isPending}>
      {isPending ? t(pageMessages.loading) : children}
    </Button>
  );
}

export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button {...props} type="button" className={classes.text} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  readonly label: string;
  /** Of the drawing, in a square of 24. */
  readonly path: string;
  readonly pathClass?: string | undefined;
}

export function IconButton({ label, path, pathClass, className, ...button }: IconButtonProps) {
  return (
    <button {...button} type="button" className={`${icons.button} ${className}`} aria-label={label}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path className={pathClass} d={path} />
      </svg>
    </button>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Said when it is copied, or when the browser refuses. */
  readonly copied: string;
  readonly refused: string;
}

export function CopyButton({ text, label, copied, refused }: CopyButtonProps) {
  const [last, setLast] = useState<{ readonly text: string; readonly outcome: string }>();
  const copy = async () => {
    // Where the page came without encryption there is no clipboard to ask.
    const copying = navigator.clipboard?.writeText(text) ?? Promise.reject();
    const outcome = await copying.then(
      () => copied,
      () => refused,
    );
    setLast({ text, outcome });
  };
  return (
    <p className={classes.copy}>
      <Button variant="default" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{last?.text === text ? last.outcome : ''}</span>
    </p>
  );
}

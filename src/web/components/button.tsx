import type { ComponentProps, ReactNode } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './button.module.css';

interface ButtonStyle {
  /** `filled` for the main action. */
  readonly variant?: 'filled' | 'default' | undefined;
  readonly fullWidth?: boolean | undefined;
}

/** Classes that make any link look like a button. */
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

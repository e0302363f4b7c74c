import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import classes from './button.module.css';

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

interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'aria-disabled'> {
  /** It cannot be pressed now. It keeps the focus and its description, which one that is `disabled` would not. */
  readonly isBlocked?: boolean | undefined;
  readonly reasonId?: string | undefined;
  readonly onBlocked?: (() => void) | undefined;
  /** At work: it cannot be pressed either, but nothing is wrong. */
  readonly isBusy?: boolean | undefined;
}

export function PlainButton({ isBusy, reasonId, onBlocked, onClick, ...rest }: PlainButtonProps) {
  const { isBlocked: isKept, ...props } = rest;
  const isBlocked = isKept && !isBusy;
  function refuse(event: MouseEvent) {
    event.preventDefault();
    if (isBlocked) onBlocked?.();
  }
  return (
    <button
      type="button"
      {...props}
      aria-disabled={isBlocked || isBusy || undefined}
      aria-describedby={(isBlocked && reasonId) || props['aria-describedby']}
      data-disabled={isBlocked || undefined}
      data-busy={isBusy || undefined}
      onClick={isBlocked || isBusy ? refuse : onClick}
    />
  );
}

export function Button({ variant, fullWidth, className, ...props }: ButtonStyle & PlainButtonProps) {
  return <PlainButton {...props} {...getButtonProps({ variant, fullWidth }, className)} />;
}

export function ButtonLink({ variant, fullWidth, className, ...props }: ButtonStyle & ComponentProps<'a'>) {
  return <a {...props} {...getButtonProps({ variant, fullWidth }, className)} />;
}

export function SubmitButton({ isPending, children }: { isPending: boolean; children: ReactNode }) {
  return (
    <Button type="submit" fullWidth isBusy={isPending}>
      {isPending ? t(pageMessages.loading) : children}
    </Button>
  );
}

export function TextButton(props: Omit<PlainButtonProps, 'type' | 'className'>) {
  return <PlainButton {...props} className={`link ${classes.text}`} />;
}

interface IconButtonProps extends Omit<PlainButtonProps, 'type' | 'children' | 'aria-label'> {
  readonly label: string;
  /** Of the drawing, in a square of 24. */
  readonly path: string;
  readonly pathClass?: string | undefined;
}

export function IconButton({ label, path, pathClass, className, ...button }: IconButtonProps) {
  return (
    <PlainButton {...button} className={`${classes.icon} ${className ?? ''}`} aria-label={label}>
      <Drawing path={path} pathClass={pathClass} />
    </PlainButton>
  );
}

const strokes = 'M6 6.5 18 17.5M17.5 6 6.5 18';

export function CloseLink({ to }: { to: string }) {
  return (
    <Link className={`${classes.icon} ${classes.close}`} to={to} aria-label={t(pageMessages.close)}>
      <Drawing path={strokes} />
    </Link>
  );
}

export function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton className={classes.close} label={t(pageMessages.close)} path={strokes} onClick={onClick} />
  );
}

function Drawing({ path, pathClass }: Pick<IconButtonProps, 'path' | 'pathClass'>) {
  return (
    <svg className="drawing" viewBox="0 0 24 24" aria-hidden="true">
      <path className={pathClass} d={path} />
    </svg>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
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
    <p className="row flat">
      <Button variant="default" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{last?.text === text ? last.outcome : ''}</span>
    </p>
  );
}

import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface SubmitButtonProps {
  readonly isPending: boolean;
  readonly children: ReactNode;
}

/** Sends the form around it. While that lasts it can still hold the keyboard's place, which a disabled button cannot. */
export function SubmitButton({ isPending, children }: SubmitButtonProps) {
  return (
    <Button type="submit" fullWidth aria-disabled={isPending} data-busy={isPending}>
      {isPending ? 'Loading...' : children}
    </Button>
  );
}

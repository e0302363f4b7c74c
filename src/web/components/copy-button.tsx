import { useState } from 'react';
import { Button } from './button.tsx';
import classes from './copy-button.module.css';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Said when it is copied, or when the browser refuses. */
  readonly copied: string;
  readonly refused: string;
}

/** Copies a text to the clipboard, and says so. */
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

import { lazy, Suspense, useId, useState } from 'react';
import { TextButton } from '../../components/button.tsx';
import { loadChunk } from '../../lib/load-chunk.ts';
import classes from './feedback-form.module.css';

/** Fetched when the form is opened for the first time. */
const FeedbackFields = lazy(async () => {
  const { FeedbackFields: fields } = await loadChunk('feedback', () => import('./feedback-fields.tsx'));
  return { default: fields };
});

interface FeedbackFormProps {
  /** A narration was just taken home: now the form asks by itself, once. */
  readonly isTime: boolean;
}

/** Rating, message and, for who wants an answer, an e-mail address. Folded until somebody opens it, or it is time for it. */
export function FeedbackForm({ isTime }: FeedbackFormProps) {
  const fields = useId();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const [wasTime, setWasTime] = useState(false);
  if (isTime && !wasTime) {
    setWasTime(true);
    setOpen(true);
  }
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <section className={classes.feedback} aria-labelledby="feedback">
      <h2 id="feedback">
        <TextButton aria-expanded={isOpen} aria-controls={fields} onClick={() => setOpen(!isOpen)}>
          Tell us how it went
        </TextButton>
      </h2>
      <p role="status" className={classes.question}>
        {isTime && isOpen && 'You have it. How did it go?'}
      </p>
      <div id={fields} hidden={!isOpen}>
        {wasOpened && (
          <Suspense fallback={<p aria-live="polite">Loading...</p>}>
            <FeedbackFields />
          </Suspense>
        )}
      </div>
    </section>
  );
}

import { useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { TextButton } from '../../components/button.tsx';
import { lazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import classes from './feedback-form.module.css';

export const lazyFeedbackFields = lazyParts('feedback', () => import('./feedback-fields.tsx'));

export function FeedbackForm() {
  const fields = useId();
  const [isOpen, setOpen] = useState(false);
  const parts = useLazyParts(lazyFeedbackFields, isOpen);
  return (
    <section className={classes.feedback} aria-labelledby="feedback">
      <h2 id="feedback">
        <TextButton aria-expanded={isOpen} aria-controls={fields} onClick={() => setOpen(!isOpen)}>
          {t(pageMessages.giveFeedback)}
        </TextButton>
      </h2>
      <div id={fields} hidden={!isOpen}>
        {parts ? <parts.FeedbackFields /> : isOpen && <p aria-live="polite">{t(pageMessages.loading)}</p>}
      </div>
    </section>
  );
}

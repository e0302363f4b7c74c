import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type FeedbackRequest, feedbackRequestSchema } from '#shared/api/contact.ts';
import { maxFeedbackCharacters, maxStars } from '#shared/limits.ts';
import { feedbackMessages } from '#shared/messages/feedback.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { Button } from '../../components/button.tsx';
import { AutoDirectionTextarea, TextField } from '../../components/field.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { postJson } from '../../lib/call-server.ts';
import classes from './feedback-form.module.css';

export function FeedbackFields() {
  const [rating, setRating] = useState(0);
  const [message, setMessage] = useState('');
  const [email, setEmail] = useState('');
  const [problems, setProblems] = useState<Partial<Record<keyof FeedbackRequest, string>>>({});
  const sending = useMutation({
    mutationFn: (feedback: FeedbackRequest) => postJson('/api/feedback', feedback),
    onSuccess: () => {
      setRating(0);
      setMessage('');
      setEmail('');
    },
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (sending.isPending) return;
    const feedback = feedbackRequestSchema.safeParse({
      rating: rating || undefined,
      message,
      email: email.trim() || undefined,
    });
    const issues = feedback.error?.issues ?? [];
    setProblems(Object.fromEntries(issues.map(issue => [issue.path[0], issue.message])));
    if (feedback.success) sending.mutate(feedback.data);
  }

  return (
    <form className="stack" onSubmit={send} noValidate>
      <fieldset>
        <legend className="small">{t(feedbackMessages.rating)}</legend>
        <StarRating value={rating} onChange={setRating} />
      </fieldset>
      <AutoDirectionTextarea
        label={t(feedbackMessages.message)}
        minRows={4}
        maxRows={12}
        maxLength={maxFeedbackCharacters}
        value={message}
        error={problems.message}
        // Emptied afterwards.
        readOnly={sending.isPending}
        onChange={event => setMessage(event.currentTarget.value)}
      />
      <TextField
        label={t(feedbackMessages.email)}
        description={t(feedbackMessages.emailPurpose)}
        type="email"
        autoComplete="email"
        value={email}
        error={problems.email}
        readOnly={sending.isPending}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" isBusy={sending.isPending}>
        {t(sending.isPending ? pageMessages.loading : feedbackMessages.send)}
      </Button>
      <div aria-live="polite">
        {sending.isSuccess && <Notice tone="plain">{t(feedbackMessages.sent)}</Notice>}
      </div>
      {sending.error && <FailureNotice error={sending.error} />}
    </form>
  );
}

/** @param value 0 for none */
function StarRating({ value, onChange }: { value: number; onChange: (stars: number) => void }) {
  return (
    <div>
      {Array.from({ length: maxStars }, (_, index) => index + 1).map(stars => (
        <input
          key={stars}
          type="radio"
          name="rating"
          className={classes.star}
          value={stars}
          aria-label={t(feedbackMessages.stars, { count: stars })}
          checked={stars === value}
          data-filled={stars <= value || undefined}
          onChange={() => onChange(stars)}
        />
      ))}
    </div>
  );
}

import { useMutation } from '@tanstack/react-query';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { callServer } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import classes from './dashboard.module.css';

/** For somebody whose address has the premium plan, but who has not shown yet that it is theirs. */
export function VerificationNotice({ email }: { email: string }) {
  const sending = useMutation({
    mutationFn: () => callServer('/api/verification-mail', { method: 'POST' }),
  });
  return (
    <section className={classes.verification} aria-label="Premium plan">
      <Notice tone="plain">
        <p>
          <strong>The premium plan waits for you.</strong> Open the link in the mail that was sent to {email},
          to show that the address is yours. Then come back to this page.
        </p>
        <p aria-live="polite">
          {sending.isPending && 'Loading...'}
          {sending.isSuccess && 'The mail is on its way again. It may take a minute.'}
          {!sending.isPending && !sending.isSuccess && (
            <TextButton onClick={() => sending.mutate()}>Send the mail again</TextButton>
          )}
        </p>
      </Notice>
      {sending.error && <Notice tone="problem">{describeFailure(sending.error)}</Notice>}
    </section>
  );
}

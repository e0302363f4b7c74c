import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type PrivacyAnswer, privacyAnswerSchema, type StoredItem } from '#shared/api/privacy.ts';
import { Notice } from '../../components/notice.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { callServer } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import classes from './privacy-page.module.css';

const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: async ({ signal }): Promise<PrivacyAnswer> => {
    const response = await callServer('/api/privacy', { signal });
    return privacyAnswerSchema.parse(await response.json());
  },
  // Who works may have changed since the page was last looked at.
  staleTime: 0,
});

/** What is stored, where, for how long, and who else gets something. The server says it; this page only shows it. */
export function PrivacyPage() {
  const { data: facts, error, refetch } = useQuery(privacyQuery);
  return (
    <TextPage title="Privacy">
      <p>
        <strong>Your video is never stored.</strong> What else this server keeps, for how long, and who gets
        something of it, is written here by the server itself, from the settings that it runs with.
      </p>
      {error && (
        <Notice tone="problem">
          {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </Notice>
      )}
      {facts && <Facts facts={facts} />}
    </TextPage>
  );
}

function Facts({ facts }: { facts: PrivacyAnswer }) {
  const { stored, files, browser, recipients, place } = facts;
  return (
    <>
      <Recipients recipients={recipients} />
      <Things title="When you visit" things={stored.visitors} />
      <Things title="When you write to us" things={stored.messages} />
      <Things title="When you have an account" things={stored.accounts}>
        <p>
          On <Link to="/account">your account</Link> you can download everything that is kept about you, and
          delete it.
        </p>
      </Things>
      <Things title="To keep the server running" things={stored.operation} />
      <Things title="Beside the database" things={files} />
      <Things title="In your own browser" things={browser} />
      <section>
        <h2>Where it is kept</h2>
        <p>
          {place} What is kept for a time is deleted by a sweep once a day. Questions?{' '}
          <Link to="/contact">Write to whoever runs this server.</Link>
        </p>
      </section>
    </>
  );
}

function Recipients({ recipients }: Pick<PrivacyAnswer, 'recipients'>) {
  return (
    <section>
      <h2>Who gets what</h2>
      {recipients.length === 0 ? (
        <p>Nobody else. This server looks, writes and speaks itself, and nothing is passed on to anybody.</p>
      ) : (
        <ul className={classes.things}>
          {recipients.map(({ name, gets, why }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>{gets}</p>
              <p className={classes.quiet}>{why}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface ThingsProps {
  readonly title: string;
  readonly things: readonly StoredItem[];
  readonly children?: React.ReactNode;
}

function Things({ title, things, children }: ThingsProps) {
  return (
    <section>
      <h2>{title}</h2>
      {children}
      <ul className={classes.things}>
        {things.map(thing => (
          <li key={thing.title}>
            <h3>{thing.title}</h3>
            <p>{thing.what}</p>
            <p className={classes.quiet}>{thing.why}</p>
            <p className={classes.kept}>
              <span>Kept:</span> {thing.kept}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

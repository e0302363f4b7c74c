import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type PrivacyAnswer, privacyAnswerSchema, type StoredItem } from '#shared/api/privacy.ts';
import { TextButton } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
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
    <TextPage
      title="Privacy"
      scene={{ title: 'No reel stays here', hint: 'What is shown is not kept.' }}
      lead={
        <p>
          <strong>Your video is never stored.</strong> What else this server keeps, for how long, and who gets
          something of it, is written here by the server itself, from the settings that it runs with.
        </p>
      }
      contents={facts && <Contents />}
    >
      {error && (
        <Notice tone="problem">
          {describeFailure(error)} <TextButton onClick={() => void refetch()}>Try again</TextButton>
        </Notice>
      )}
      {facts && <Facts facts={facts} />}
    </TextPage>
  );
}

/** The sections, by the name that their address has. */
const titles = {
  recipients: 'Who gets what',
  visitors: 'When you visit',
  messages: 'When you write to us',
  accounts: 'When you have an account',
  operation: 'To keep the server running',
  files: 'Beside the database',
  browser: 'In your own browser',
  place: 'Where it is kept',
} as const;

type SectionId = keyof typeof titles;

function Contents() {
  return (
    <nav className={classes.contents} aria-label="On this page">
      <ol>
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Facts({ facts }: { facts: PrivacyAnswer }) {
  const { stored, files, browser, recipients, place } = facts;
  return (
    <>
      <Recipients recipients={recipients} />
      <Things id="visitors" things={stored.visitors} />
      <Things id="messages" things={stored.messages} />
      <Things id="accounts" things={stored.accounts}>
        <p>
          On <Link to="/account">your account</Link> you can download everything that is kept about you, and
          delete it.
        </p>
      </Things>
      <Things id="operation" things={stored.operation} />
      <Things id="files" things={files} />
      <Things id="browser" things={browser} />
      <Section id="place">
        <p>
          {place} What is kept for a time is deleted by a sweep once a day. Questions?{' '}
          <Link to="/contact">Write to whoever runs this server.</Link>
        </p>
      </Section>
    </>
  );
}

function Recipients({ recipients }: Pick<PrivacyAnswer, 'recipients'>) {
  return (
    <Section id="recipients">
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
    </Section>
  );
}

interface ThingsProps {
  readonly id: SectionId;
  readonly things: readonly StoredItem[];
  readonly children?: ReactNode;
}

function Things({ id, things, children }: ThingsProps) {
  return (
    <Section id={id}>
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
    </Section>
  );
}

function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section id={id}>
      <h2>{titles[id]}</h2>
      {children}
    </section>
  );
}

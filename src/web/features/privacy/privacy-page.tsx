import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  type PrivacyAnswer,
  privacyAnswerSchema,
  type RecipientTopic,
  type StoredItem,
} from '#shared/api/privacy.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { privacyMessages as messages } from '#shared/messages/privacy.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { TextPage } from '../../components/page-frame.tsx';
import { getAnswer } from '../../lib/call-server.ts';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import classes from './privacy-page.module.css';

const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: ({ signal }) => getAnswer('/api/privacy', privacyAnswerSchema, { signal }),
  // The engines may have changed since the last visit.
  staleTime: 0,
});

export function PrivacyPage() {
  const { data: facts, error, refetch } = useQuery(privacyQuery);
  return (
    <TextPage title={t(pageMessages.privacy)} lead={<p>{richText(t(messages.intro), { strong })}</p>}>
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {facts && (
        <>
          <Summary facts={facts} />
          <FullList facts={facts} />
        </>
      )}
    </TextPage>
  );
}

function Summary({ facts }: { facts: PrivacyAnswer }) {
  return (
    <section aria-label={t(messages.summary)}>
      <table className={`table card ${classes.summary}`}>
        <thead>
          <tr>
            <th scope="col">{t(messages.what)}</th>
            <th scope="col">{t(messages.why)}</th>
            <th scope="col">{t(messages.howLong)}</th>
            <th scope="col">{t(messages.recipients)}</th>
          </tr>
        </thead>
        <tbody>
          {listSummary(facts).map(({ what, why, kept, recipients }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-label={t(messages.why)}>{why}</td>
              <td data-label={t(messages.howLong)}>{kept}</td>
              <td data-label={t(messages.recipients)}>{recipients}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {richText(t(messages.manage), { account: linkTo('/account') })}{' '}
        {richText(t(messages.questions), { contact: linkTo('/contact') })}
      </p>
    </section>
  );
}

function listSummary({ retentionDays, recipients }: PrivacyAnswer) {
  const days = t(messages.days, { count: retentionDays });
  const row = (what: Message, why: Message, kept: Message | string, ...topics: RecipientTopic[]) => ({
    what: t(what),
    why: t(why),
    kept: typeof kept === 'string' ? kept : t(kept),
    recipients: nameRecipients(recipients, topics),
  });
  return [
    row(messages.video, messages.videoWhy, messages.videoKept, 'narrations'),
    row(messages.narration, messages.narrationWhy, days, 'narrations'),
    row(messages.messages, messages.messagesWhy, days, 'messages'),
    row(messages.account, messages.accountWhy, messages.accountKept, 'accounts'),
    row(messages.plan, messages.planWhy, messages.accountKept, 'payments'),
    row(messages.limits, messages.limitsWhy, messages.limitsKept),
    row(messages.browser, messages.browserWhy, messages.browserKept),
    ...(recipients.some(({ topics }) => topics.includes('errors'))
      ? [row(messages.errors, messages.errorsWhy, messages.errorsKept, 'errors')]
      : []),
  ];
}

function nameRecipients(recipients: PrivacyAnswer['recipients'], topics: readonly RecipientTopic[]): string {
  const names = recipients
    .filter(recipient => recipient.topics.some(topic => topics.includes(topic)))
    .map(({ name }) => name);
  return names.length === 0 ? t(messages.nobody) : names.join(', ');
}

function FullList({ facts }: { facts: PrivacyAnswer }) {
  const { stored, files, browser, recipients, place } = facts;
  const receivers = recipients.map(({ name, gets, why }) => ({ title: name, what: gets, why }));
  return (
    <details className={classes.full}>
      <summary>{t(messages.fullList)}</summary>
      <Items title={messages.whoReceives} items={receivers} none={messages.noRecipients} />
      <Items title={messages.visitors} items={stored.visitors} />
      <Items title={messages.writing} items={stored.messages} />
      <Items title={messages.accounts} items={stored.accounts} />
      <Items title={messages.operation} items={stored.operation} />
      <Items title={messages.files} items={files} />
      <Items title={messages.inBrowser} items={browser} />
      <section>
        <h2>{t(messages.place)}</h2>
        <p>
          {place} {t(messages.sweep)}
        </p>
      </section>
    </details>
  );
}

interface ItemsProps {
  readonly title: Message;
  readonly items: readonly (Omit<StoredItem, 'kept'> & { kept?: string })[];
  readonly none?: Message;
}

function Items({ title, items, none }: ItemsProps) {
  return (
    <section>
      <h2>{t(title)}</h2>
      {none && items.length === 0 ? (
        <p>{t(none)}</p>
      ) : (
        <ul className={classes.items}>
          {items.map(item => (
            <li key={item.title}>
              <h3>{item.title}</h3>
              <p>{item.what}</p>
              <p className="soft">{item.why}</p>
              {item.kept !== undefined && <p>{t(messages.kept, { time: item.kept })}</p>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

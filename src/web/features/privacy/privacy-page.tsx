import { queryOptions, useQuery } from '@tanstack/react-query';
import { type PrivacyAnswer, privacyAnswerSchema } from '#shared/api/privacy.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { privacyMessages } from '#shared/messages/privacy.ts';
import { FailureNotice } from '../../components/notice.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { getAnswer } from '../../lib/call-server.ts';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import { FullList } from './full-list.tsx';
import classes from './privacy-page.module.css';
import { listSummary } from './summary.ts';

const privacyQuery = queryOptions({
  queryKey: ['privacy'],
  queryFn: ({ signal }) => getAnswer('/api/privacy', privacyAnswerSchema, signal),
  // The engines may have changed since the last visit.
  staleTime: 0,
});

/** What is stored, how long, and who receives it, by the server's own description. */
export function PrivacyPage() {
  const { data: facts, error, refetch } = useQuery(privacyQuery);
  return (
    <TextPage title={t(pageMessages.privacy)} lead={<p>{richText(t(privacyMessages.intro), { strong })}</p>}>
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
    <section aria-label={t(privacyMessages.summary)}>
      <table className={classes.summary}>
        <thead>
          <tr>
            <th scope="col">{t(privacyMessages.what)}</th>
            <th scope="col">{t(privacyMessages.why)}</th>
            <th scope="col">{t(privacyMessages.howLong)}</th>
            <th scope="col">{t(privacyMessages.recipients)}</th>
          </tr>
        </thead>
        <tbody>
          {listSummary(facts).map(({ what, why, kept, recipients }) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td data-label={t(privacyMessages.why)}>{why}</td>
              <td data-label={t(privacyMessages.howLong)}>{kept}</td>
              <td data-label={t(privacyMessages.recipients)}>{recipients}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {richText(t(privacyMessages.manage), { account: linkTo('/account') })}{' '}
        {richText(t(privacyMessages.questions), { contact: linkTo('/contact') })}
      </p>
    </section>
  );
}

import type { PrivacyAnswer, StoredItem } from '#shared/api/privacy.ts';
import { t } from '#shared/messages/message.ts';
import { privacyMessages } from '#shared/messages/privacy.ts';
import classes from './privacy-page.module.css';

/** All stored data and recipients, folded. */
export function FullList({ facts }: { facts: PrivacyAnswer }) {
  const { stored, files, browser, recipients, place } = facts;
  return (
    <details className={classes.full}>
      <summary>{t(privacyMessages.fullList)}</summary>
      <Recipients recipients={recipients} />
      <Items title={t(privacyMessages.visitors)} items={stored.visitors} />
      <Items title={t(privacyMessages.writing)} items={stored.messages} />
      <Items title={t(privacyMessages.accounts)} items={stored.accounts} />
      <Items title={t(privacyMessages.operation)} items={stored.operation} />
      <Items title={t(privacyMessages.files)} items={files} />
      <Items title={t(privacyMessages.inBrowser)} items={browser} />
      <section>
        <h2>{t(privacyMessages.place)}</h2>
        <p>
          {place} {t(privacyMessages.sweep)}
        </p>
      </section>
    </details>
  );
}

function Recipients({ recipients }: Pick<PrivacyAnswer, 'recipients'>) {
  return (
    <section>
      <h2>{t(privacyMessages.whoReceives)}</h2>
      {recipients.length === 0 ? (
        <p>{t(privacyMessages.noRecipients)}</p>
      ) : (
        <ul className={classes.items}>
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

interface ItemsProps {
  readonly title: string;
  readonly items: readonly StoredItem[];
}

function Items({ title, items }: ItemsProps) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className={classes.items}>
        {items.map(item => (
          <li key={item.title}>
            <h3>{item.title}</h3>
            <p>{item.what}</p>
            <p className={classes.quiet}>{item.why}</p>
            <p>{t(privacyMessages.kept, { time: item.kept })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

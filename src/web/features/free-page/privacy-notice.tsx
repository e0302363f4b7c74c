import type { RefObject } from 'react';
import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { freePageMessages as messages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { LazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import type { Speakers } from '../voice-samples/public.ts';
import classes from './free-page.module.css';

const lazyRecipients = new LazyParts('recipients', () => import('./describe-recipients.ts'));

interface PrivacyNoticeProps {
  /** How many frames are sent, as a sentence. */
  readonly sentFrames: string;
  /** Undefined until known. */
  readonly config: Pick<ConfigAnswer, 'engines' | 'transcription'> | undefined;
  readonly speakers: Speakers | undefined;
  /** For opening it from elsewhere on the page. */
  readonly details: RefObject<HTMLDetailsElement | null>;
}

/** What happens to a visitor's video and texts: the promise in a line, then what is sent, in order. */
export function PrivacyNotice({ sentFrames, config, speakers, details }: PrivacyNoticeProps) {
  const parts = useLazyParts(lazyRecipients, config !== undefined);
  return (
    <section className={classes.privacy} aria-labelledby="privacy">
      <h2 id="privacy">{t(messages.privacy)}</h2>
      <p>
        <strong>{t(messages.notKept)}</strong> {t(messages.stored)}
      </p>
      <details className={classes.details} ref={details}>
        <summary>{t(messages.more)}</summary>
        <p>
          {sentFrames} {t(messages.sentCopy)} {t(messages.sentGaps)}
        </p>
        {config && speakers && parts && <p>{parts.describeRecipients(config, speakers)}</p>}
        <p>
          {t(messages.redacted)} <Link to="/privacy">{t(messages.allPrivacy)}</Link>
        </p>
      </details>
    </section>
  );
}

export function showPrivacy(details: HTMLDetailsElement | null): void {
  if (!details) return;
  details.open = true;
  details.scrollIntoView({ block: 'center' });
  details.querySelector('summary')?.focus({ preventScroll: true });
}

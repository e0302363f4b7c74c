import type { RefObject } from 'react';
import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { describeList } from '#shared/describe-values.ts';
import { freePageMessages as messages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { recipientMessages } from '#shared/messages/recipients.ts';
import type { Speaker, Speakers } from '../voice-samples/public.ts';
import classes from './free-page.module.css';

interface PrivacyNoticeProps {
  readonly sentFrames: string;
  readonly config: Pick<ConfigAnswer, 'engines' | 'transcription'> | undefined;
  readonly speakers: Speakers | undefined;
  readonly details: RefObject<HTMLDetailsElement | null>;
}

export function PrivacyNotice({ sentFrames, config, speakers, details }: PrivacyNoticeProps) {
  return (
    <section className={classes.privacy} aria-labelledby="privacy">
      <h2 id="privacy">{t(messages.privacy)}</h2>
      <p>
        <strong>{t(messages.notKept)}</strong> {t(messages.stored)}
      </p>
      <details className={classes.details} ref={details}>
        <summary>{t(messages.more)}</summary>
        <p>
          {sentFrames} {t(messages.sentCopy)} {t(messages.sentKnown)} {t(messages.sentGaps)}
        </p>
        {config && speakers && <p>{describeRecipients(config, speakers)}</p>}
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

export function describeRecipients(
  { engines: { vision, script }, transcription }: Pick<ConfigAnswer, 'engines' | 'transcription'>,
  [speaker, ...others]: Speakers,
): string {
  const sentences = [
    isElsewhere(vision) && t(recipientMessages.visionGets, { name: vision.name }),
    isElsewhere(script) && t(recipientMessages.scriptGets, { name: script.name }),
    transcription &&
      !transcription.isLocal &&
      t(recipientMessages.transcriptionGets, { name: transcription.name }),
    isElsewhere(speaker) && t(recipientMessages.speechGets, { name: speaker.name }),
    describeReplacements(speaker, others),
  ].filter(Boolean);
  return sentences.length === 0 ? t(recipientMessages.noProvider) : sentences.join(' ');
}

function isElsewhere({ isOffline, isLocal }: Pick<Speaker, 'isOffline' | 'isLocal'>): boolean {
  return !isOffline && !isLocal;
}

function describeReplacements(speaker: Speaker, others: readonly Speaker[]): string | undefined {
  const { name, isOffline } = speaker;
  const replacements = others.filter(other => isElsewhere(other) && other.name !== name);
  if (replacements.length === 0) return undefined;
  const names = describeList([...new Set(replacements.map(other => other.name))]);
  return isOffline
    ? t(recipientMessages.mayGet, { names })
    : t(recipientMessages.mayGetLanguages, { names, name });
}

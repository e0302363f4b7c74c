import type { PrivacyAnswer, RecipientTopic } from '#shared/api/privacy.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { privacyMessages } from '#shared/messages/privacy.ts';

interface SummaryRow {
  readonly what: string;
  readonly why: string;
  readonly kept: string;
  readonly recipients: string;
}

/** The privacy page's table. The full list has every stored field. */
export function listSummary({ retentionDays, recipients }: PrivacyAnswer): SummaryRow[] {
  const days = t(privacyMessages.days, { count: retentionDays });
  const row = (what: Message, why: Message, kept: Message | string, ...topics: RecipientTopic[]) => ({
    what: t(what),
    why: t(why),
    kept: typeof kept === 'string' ? kept : t(kept),
    recipients: nameRecipients(recipients, topics),
  });
  const m = privacyMessages;
  return [
    row(m.video, m.videoWhy, m.videoKept, 'narrations'),
    row(m.narration, m.narrationWhy, days, 'narrations'),
    row(m.messages, m.messagesWhy, days, 'messages'),
    row(m.account, m.accountWhy, m.accountKept, 'accounts'),
    row(m.plan, m.planWhy, m.accountKept, 'payments'),
    row(m.limits, m.limitsWhy, m.limitsKept),
    row(m.browser, m.browserWhy, m.browserKept),
    ...(recipients.some(({ topics }) => topics.includes('errors'))
      ? [row(m.errors, m.errorsWhy, m.errorsKept, 'errors')]
      : []),
  ];
}

function nameRecipients(recipients: PrivacyAnswer['recipients'], topics: readonly RecipientTopic[]): string {
  const names = recipients
    .filter(recipient => recipient.topics.some(topic => topics.includes(topic)))
    .map(({ name }) => name);
  return names.length === 0 ? t(privacyMessages.nobody) : names.join(', ');
}

import type { ConfigAnswer } from '#shared/api/config.ts';
import { describeList } from '#shared/describe-values.ts';
import { t } from '#shared/messages/message.ts';
import { recipientMessages as messages } from '#shared/messages/recipients.ts';
import type { Speaker, Speakers } from '../voice-samples/public.ts';

// Loaded once the providers are known.

/** Which provider receives what: those in use, and the other speakers of the voices that the user can choose. */
export function describeRecipients(
  { engines: { vision, script }, transcription }: Pick<ConfigAnswer, 'engines' | 'transcription'>,
  [speaker, ...others]: Speakers,
): string {
  const sentences = [
    isElsewhere(vision) && t(messages.visionGets, { name: vision.name }),
    isElsewhere(script) && t(messages.scriptGets, { name: script.name }),
    transcription && !transcription.isLocal && t(messages.transcriptionGets, { name: transcription.name }),
    isElsewhere(speaker) && t(messages.speechGets, { name: speaker.name }),
    describeReplacements(speaker, others),
  ].filter(Boolean);
  return sentences.length === 0 ? t(messages.noProvider) : sentences.join(' ');
}

function isElsewhere({ isOffline, isLocal }: Pick<Speaker, 'isOffline' | 'isLocal'>): boolean {
  return !isOffline && !isLocal;
}

function describeReplacements(speaker: Speaker, others: readonly Speaker[]): string | undefined {
  const { name, isOffline } = speaker;
  const replacements = others.filter(other => isElsewhere(other) && other.name !== name);
  if (replacements.length === 0) return undefined;
  const names = describeList([...new Set(replacements.map(other => other.name))]);
  return isOffline ? t(messages.mayGet, { names }) : t(messages.mayGetLanguages, { names, name });
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Cost, estimateAnswerSchema } from '#shared/api/costs.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { describeCost, describeDuration, describeWait } from '#shared/describe-values.ts';
import { languagesMessages as messages } from '#shared/messages/languages.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { type ChosenVoice, toVoiceId } from '#shared/voices.ts';
import { getAnswer } from '../../../lib/call-server.ts';
import type { Target, TargetWork } from '../jobs/translate.ts';
import { visitorOwner } from '../keep/start-storage.ts';
import { getVoice } from '../model/editor.ts';
import { useEditor } from '../model/use-editor.tsx';

export interface Effort {
  readonly seconds: number;
  /** Undefined for visitors, who pay nothing, and where it is unknown. */
  readonly cost: Cost | undefined;
}

/** Side by side: a call takes some seconds, and many lines are sent together. */
const usualSecondsPerLine = 0.1;
const minSeconds = 5;

/** Above this a person is asked first. */
const muchSeconds = 600;
const muchDollars = 1;

export function isMuch({ seconds, cost }: Effort): boolean {
  return seconds > muchSeconds || (cost?.dollars ?? 0) > muchDollars;
}

export function useEffort(
  source: Narration,
  works: readonly (TargetWork & { readonly target: Target })[],
): Effort {
  const editor = useEditor();
  const lines = works.reduce((sum, { untranslated, toSpeak }) => sum + untranslated.length + toSpeak, 0);
  const speaks = works.some(({ toSpeak }) => toSpeak > 0);
  const seconds = Math.max(minSeconds, lines * usualSecondsPerLine);
  const voice = source.settings.voice ?? getVoice(editor);
  const query = editor.owner === visitorOwner || !voice ? undefined : composeQuery(source, works, voice);
  const { data } = useQuery({
    queryKey: ['cost estimate', query],
    queryFn: ({ signal }) => getAnswer(`/api/costs/estimate?${query}`, estimateAnswerSchema, signal),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { translation, speech } = data ?? {};
  const spokenDollars = speaks ? 0 : (speech?.dollars ?? 0) * works.length;
  const dollars = Math.max(0, (translation?.dollars ?? 0) - spokenDollars);
  const cost = query && dollars > 0 ? { dollars, isComplete: true } : undefined;
  return { seconds, cost };
}

/** Of translating and speaking what is due, of which each language has about as much. */
function composeQuery(
  { lines, language = defaultLanguageName }: Narration,
  works: readonly (TargetWork & { readonly target: Target })[],
  voice: ChosenVoice,
): string | undefined {
  if (works.length === 0) return undefined;
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const most = works.reduce((sum, work) => sum + Math.max(work.untranslated.length, work.toSpeak), 0);
  const share = most / works.length / Math.max(1, lines.length);
  return new URLSearchParams({
    durationSeconds: '0',
    language,
    into: works.map(({ target }) => target.language).join(),
    voice: toVoiceId(voice),
    characters: String(Math.ceil(characters * share)),
  }).toString();
}

export function describeEffort({ seconds, cost }: Effort, { wasMuch = false } = {}): string {
  const duration = seconds > 90 ? describeWait(seconds) : describeDuration(Math.ceil(seconds / 10) * 10);
  if (cost)
    return t(wasMuch ? messages.muchWorkWithCost : messages.costAndTime, {
      amount: describeCost(cost),
      duration,
    });
  return t(wasMuch ? messages.muchWork : messages.time, { duration });
}

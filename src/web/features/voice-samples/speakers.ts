import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import type { Plan } from '#shared/plans.ts';
import { type ChosenVoice, getVoicePlan } from '#shared/voices.ts';
import { callServer } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { publicConfigQuery } from '../../lib/public-config.ts';

export interface Speaker extends EngineOfVoices {
  /** It replaces a premium voice that this server does not have. */
  readonly isStandIn: boolean;
}

/** First choice first. */
export type Speakers = readonly [Speaker, ...Speaker[]];

export type LanguageSupport =
  | { readonly kind: 'spoken' }
  | { readonly kind: 'borrowed'; readonly spokenAs: LanguageName }
  | { readonly kind: 'unlisted' }
  | { readonly kind: 'unknown' };

export function listSpeakers({ engines, others }: VoicesAnswer, plan: Plan): Speakers {
  const note = (engine: EngineOfVoices): Speaker => ({
    ...engine,
    isStandIn: plan === 'premium' && !engine.hasPremiumVoices,
  });
  return [note(engines[plan]), ...others[plan].map(note)];
}

/** By the server's rule: the first unless its list lacks the language; if all lists do, the first. @param provider the one that is asked for */
export function findSpeaker(speakers: Speakers, language: LanguageName, provider?: string): Speaker {
  const asked = provider === undefined ? undefined : speakers.find(({ id }) => id === provider);
  return asked ?? speakers.find(speaker => maySpeak(speaker, language)) ?? speakers[0];
}

export function maySpeak(engine: EngineOfVoices, language: LanguageName): boolean {
  return getLanguageSupport(engine, language).kind !== 'unlisted';
}

export function getLanguageSupport(engine: EngineOfVoices, language: LanguageName): LanguageSupport {
  const { languages, borrowedVoices } = engine;
  if (languages.includes(language)) return { kind: 'spoken' };
  const borrowed = borrowedVoices.find(voice => voice.language === language);
  if (borrowed) return { kind: 'borrowed', spokenAs: borrowed.spokenAs };
  return { kind: languages.length + borrowedVoices.length > 0 ? 'unlisted' : 'unknown' };
}

export function nameSpeaker({ name, isOffline }: Pick<EngineOfVoices, 'name' | 'isOffline'>): string {
  return isOffline ? t(voicesMessages.offlineVoice) : name;
}

export const voicesQuery = queryOptions({
  queryKey: ['voices'],
  queryFn: async ({ signal }): Promise<VoicesAnswer> => {
    const [response, { voicesAnswerSchema }] = await Promise.all([
      callServer('/api/voices', { signal }),
      loadChunk('answers', () => import('#shared/api/voices.ts')),
    ]);
    return voicesAnswerSchema.parse(await response.json());
  },
  // Speakers and voices may have changed meanwhile.
  refetchOnWindowFocus: 'always',
});

export const useVoices = () => useQuery(voicesQuery);

/** Refreshes the engines after what may have changed them, also for a page that is opened next. The known ones stay until the response. */
export function useEngineRefresh(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => {
    for (const { queryKey } of [publicConfigQuery, voicesQuery])
      void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
  }, [queryClient]);
}

/** The speakers of a voice, or of a plan's while none is chosen; undefined until the server has responded. */
export function useSpeakers(voice: ChosenVoice | undefined, plan: Plan): Speakers | undefined {
  const { data } = useVoices();
  if (!data) return undefined;
  if (typeof voice !== 'object') return listSpeakers(data, voice === undefined ? plan : getVoicePlan(voice));
  // Only its own provider has it.
  const all = [...listSpeakers(data, 'standard'), ...listSpeakers(data, 'premium')];
  const speaker = all.find(({ id }) => id === voice.provider);
  return speaker ? [{ ...speaker, isStandIn: false }] : listSpeakers(data, plan);
}

import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EngineOfVoices, VoicesAnswer } from '#shared/api/voices.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import type { Plan } from '#shared/plans.ts';
import { getVoicePlan, type Voice } from '#shared/voices.ts';
import { callServer } from '../../lib/call-server.ts';
import { startSentence } from '../../lib/format.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { publicConfigQuery } from '../public-config/public.ts';

export interface Speaker extends EngineOfVoices {
  /** It speaks in place of a premium voice that this server does not have. */
  readonly isStandIn: boolean;
}

/** All that can speak a voice, the first choice first. */
export type Speakers = readonly [Speaker, ...Speaker[]];

/** How the voices of an engine speak a language. */
export type LanguageSupport =
  | { readonly kind: 'spoken' }
  /** With the voice for another language. */
  | { readonly kind: 'borrowed'; readonly spokenAs: LanguageName }
  /** The provider lists others, but not this one. */
  | { readonly kind: 'unlisted' }
  /** The provider lists none at all. */
  | { readonly kind: 'unknown' };

/** All that can speak the voices of a plan. */
export function listSpeakers({ engines, others }: VoicesAnswer, plan: Plan): Speakers {
  const note = (engine: EngineOfVoices): Speaker => ({
    ...engine,
    isStandIn: plan === 'premium' && !engine.hasPremiumVoices,
  });
  return [note(engines[plan]), ...others[plan].map(note)];
}

/** Who speaks a language, as the server chooses: the first who does not list others only. Where all do, the first. */
export function findSpeaker(speakers: Speakers, language: LanguageName): Speaker {
  return speakers.find(speaker => mayPronounce(speaker, language)) ?? speakers[0];
}

/** Whether a language is not certainly strange to an engine's voices. */
export function mayPronounce(engine: EngineOfVoices, language: LanguageName): boolean {
  return getLanguageSupport(engine, language).kind !== 'unlisted';
}

export function getLanguageSupport(engine: EngineOfVoices, language: LanguageName): LanguageSupport {
  const { languages, borrowedVoices } = engine;
  if (languages.includes(language)) return { kind: 'spoken' };
  const borrowed = borrowedVoices.find(voice => voice.language === language);
  if (borrowed) return { kind: 'borrowed', spokenAs: borrowed.spokenAs };
  return { kind: languages.length + borrowedVoices.length > 0 ? 'unlisted' : 'unknown' };
}

/** The speaker's own voice behind one of ours, where it bears another name. */
export function findOwnVoice(
  { ownVoices }: EngineOfVoices,
  voice: Voice,
  language: LanguageName,
): string | undefined {
  const id = ownVoices.find(({ languages }) => languages.includes(language))?.names[voice];
  return id && nameVoice(id);
}

/** A voice's id as a name: `af_bella` is Bella, with a code for language and sex before it. */
function nameVoice(id: string): string {
  return /^[a-z]{2}_[a-z]/u.test(id) ? startSentence(id.slice(3)) : id;
}

/** As it stands in the middle of a sentence. */
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
  // Who speaks, and what, may have changed meanwhile.
  refetchOnWindowFocus: 'always',
});

/** The server's catalogue of voices, and who speaks them. */
export function useVoices() {
  return useQuery(voicesQuery);
}

/**
 * Asks the server anew who looks, writes and speaks, after a call that may have shown it. What is known stays in the page
 * until the answer is there.
 */
export function useEngineRefresh(): () => void {
  const queryClient = useQueryClient();
  return () => {
    for (const { queryKey } of [publicConfigQuery, voicesQuery])
      void queryClient.invalidateQueries({ queryKey });
  };
}

/**
 * Who can speak a voice; undefined until the server has said so.
 * @param plan whose voices are meant as long as none is chosen
 */
export function useSpeakers(voice: Voice | undefined, plan: Plan): Speakers | undefined {
  const { data } = useVoices();
  return data && listSpeakers(data, voice ? getVoicePlan(voice) : plan);
}

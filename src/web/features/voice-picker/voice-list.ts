import type { VoicesAnswer } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import type { Plan } from '#shared/plans.ts';
import { type VoiceTag, type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { simplifyText } from '../../lib/format.ts';
import type { Speaker } from '../voice-samples/public.ts';

export type ListedVoice = VoicesAnswer['voices'][number];

export interface VoiceSearch {
  /** Starts of words of the name or of tags, in any order. */
  readonly query: string;
  /** A voice matches with one of these of every selected kind. */
  readonly tags: readonly VoiceTag[];
}

/** Up to this number a list needs neither search nor filters. */
export const maxWithoutSearch = 8;

export const noSearch: VoiceSearch = { query: '', tags: [] };

export const voiceTagKinds = Object.keys(voiceTagVocabulary) as VoiceTagKind[];

const kindByTag = new Map<string, VoiceTagKind>(
  voiceTagKinds.flatMap(kind => voiceTagVocabulary[kind].map((tag): [string, VoiceTagKind] => [tag, kind])),
);

/** Undefined for a word that is no tag. */
export function getTagKind(word: string): VoiceTagKind | undefined {
  return kindByTag.get(word);
}

/** A voice's tags in its own order. */
export function listTags({ description }: Pick<ListedVoice, 'description'>): readonly VoiceTag[] {
  return description.split(' ').filter((word): word is VoiceTag => kindByTag.has(word));
}

/** Matching voices in order; those whose name starts with the query come first. */
export function searchVoices(voices: readonly ListedVoice[], search: VoiceSearch): ListedVoice[] {
  const fitting = voices.filter(voice => fitsQuery(voice, search.query) && fitsTags(voice, search.tags));
  const query = simplifyText(search.query).trim();
  const isNamed = (voice: ListedVoice) => query !== '' && simplifyText(voice.name).startsWith(query);
  return [...fitting.filter(isNamed), ...fitting.filter(voice => !isNamed(voice))];
}

/**
 * The tags of a kind among the voices, most common first, and the voices left if one were added to the search. Chosen tags of the same
 * kind hide none of them.
 */
export function countTags(voices: readonly ListedVoice[], kind: VoiceTagKind, { query, tags }: VoiceSearch) {
  const ofOtherKinds = tags.filter(tag => getTagKind(tag) !== kind);
  const left = searchVoices(voices, { query, tags: ofOtherKinds });
  return voiceTagVocabulary[kind]
    .map(tag => ({ tag, total: countWith(tag, voices), voices: countWith(tag, left) }))
    .filter(({ total }) => total > 0)
    .sort((one, other) => other.total - one.total)
    .map(({ tag, voices }) => ({ tag, voices }));
}

function countWith(tag: VoiceTag, voices: readonly ListedVoice[]): number {
  return voices.filter(voice => listTags(voice).includes(tag)).length;
}

function fitsTags(voice: ListedVoice, tags: readonly VoiceTag[]): boolean {
  const own = listTags(voice);
  return voiceTagKinds.every(kind => {
    const wanted = tags.filter(tag => getTagKind(tag) === kind);
    return wanted.length === 0 || wanted.some(tag => own.includes(tag));
  });
}

function fitsQuery({ name, description }: ListedVoice, query: string): boolean {
  const words = simplifyText(`${name} ${description}`).split(' ');
  const wanted = simplifyText(query)
    .split(' ')
    .filter(part => part !== '');
  return wanted.every(part => words.some(word => word.startsWith(part)));
}

/** Uses in display order, narration first: the catalogue itself starts with Santa. */
const uses: readonly VoiceTag[] = [
  'narration',
  'documentary',
  'audiobook',
  'storytelling',
  'childrens-stories',
  'news',
  'meditation',
  'interactive',
  'conversational',
  'asmr',
  'animation',
  'video-games',
  'christmas',
];

/** Moods in display order, those pleasant for long listening first; all others follow. */
const moods: readonly VoiceTag[] = [
  'calm',
  'warm',
  'well-rounded',
  'neutral',
  'gentle',
  'pleasant',
  'deep',
  'orotund',
  'crisp',
  'strong',
];

/** Sorts voices by use, then by mood; equals, and voices without a use, keep their order. */
export function orderForNarration(voices: readonly ListedVoice[]): ListedVoice[] {
  const rank = (voice: ListedVoice, order: readonly VoiceTag[]) => {
    const places = listTags(voice).flatMap(tag => (order.includes(tag) ? [order.indexOf(tag)] : []));
    return Math.min(...places, order.length);
  };
  // Only one of the five standard voices has a use.
  if (voices.every(({ plan }) => plan === 'standard')) return [...voices];
  return [...voices].sort(
    (one, other) => rank(one, uses) - rank(other, uses) || rank(one, moods) - rank(other, moods),
  );
}

export interface CountedVoices {
  readonly plan: Plan;
  readonly speaker: Pick<Speaker, 'name' | 'differentVoices'>;
  readonly names: number;
}

/** The number of distinct voices if several names share one; else empty. */
export function describeSharedVoices(groups: readonly CountedVoices[]): string {
  const sentences = groups
    .filter(({ speaker, names }) => speaker.differentVoices < names)
    .map(({ plan, speaker: { name, differentVoices }, names }) => {
      const { sharedPremium, sharedStandard } = voiceListMessages;
      const message = plan === 'premium' ? sharedPremium : sharedStandard;
      return t(message, { count: differentVoices, names, speaker: name });
    });
  return sentences.join(' ');
}

import type { VoicesAnswer } from '#shared/api/voices.ts';
import { type VoiceTag, type VoiceTagKind, voiceTagVocabulary } from '#shared/voice-catalogue.ts';
import { simplifyText } from '../../lib/simplify-text.ts';

export type ListedVoice = VoicesAnswer['voices'][number];

/** What somebody is looking for. */
export interface VoiceSearch {
  /** Beginnings of words of the name or of tags, in any order. */
  readonly query: string;
  /** A voice fits when it has one of these of every kind that they are of. */
  readonly tags: readonly VoiceTag[];
}

/** So many voices are seen at a glance: they need neither a search nor filters. */
export const mostWithoutSearch = 8;

export const noSearch: VoiceSearch = { query: '', tags: [] };

export const voiceTagKinds = Object.keys(voiceTagVocabulary) as VoiceTagKind[];

const kindByTag = new Map<string, VoiceTagKind>(
  voiceTagKinds.flatMap(kind => voiceTagVocabulary[kind].map((tag): [string, VoiceTagKind] => [tag, kind])),
);

/** The kind of a word; undefined for one that is no tag. */
export function getTagKind(word: string): VoiceTagKind | undefined {
  return kindByTag.get(word);
}

/** The tags that describe a voice, in its own order. */
export function listTags({ description }: Pick<ListedVoice, 'description'>): readonly VoiceTag[] {
  return description.split(' ').filter((word): word is VoiceTag => kindByTag.has(word));
}

/** The voices that fit, in their order; those whose name begins with the query come first. */
export function searchVoices(voices: readonly ListedVoice[], search: VoiceSearch): ListedVoice[] {
  const fitting = voices.filter(voice => fitsQuery(voice, search.query) && fitsTags(voice, search.tags));
  const query = simplifyText(search.query).trim();
  const isNamed = (voice: ListedVoice) => query !== '' && simplifyText(voice.name).startsWith(query);
  return [...fitting.filter(isNamed), ...fitting.filter(voice => !isNamed(voice))];
}

export interface TagCount {
  readonly tag: VoiceTag;
  /** Voices that would be left if this tag were added to the search. */
  readonly voices: number;
}

/** The tags of a kind that the voices have, the commonest first. What is chosen of the same kind leaves none of them out. */
export function countTags(
  voices: readonly ListedVoice[],
  kind: VoiceTagKind,
  { query, tags }: VoiceSearch,
): TagCount[] {
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

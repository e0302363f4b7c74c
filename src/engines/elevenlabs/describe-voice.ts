import type { EngineVoice } from '../ports.ts';
import { findVendorLanguage } from './models.ts';
import { type AccountVoice, isOfAccount } from './voice-list.ts';

const ages: Readonly<Record<string, EngineVoice['age']>> = {
  young: 'young',
  'middle aged': 'middle-aged',
  old: 'old',
};

/** A voice of the account in our terms. Labels are free text with a few usual values. */
export function describeVoice(voice: AccountVoice): EngineVoice {
  const labels = new Map(
    Object.entries(voice.labels ?? {}).map(([kind, value]) => [toWords(kind), toWords(value ?? '')]),
  );
  const get = (kind: string) => labels.get(kind) || undefined;
  const sex = get('gender') === 'non binary' ? 'neutral' : get('gender');
  const tags = ['descriptive', 'description', 'accent', 'use case'].map(get);
  return {
    id: voice.voice_id,
    name: voice.name?.trim() || voice.voice_id,
    languages: listLanguages(voice, get('language')),
    ...((sex === 'female' || sex === 'male' || sex === 'neutral') && { sex }),
    age: ages[get('age') ?? ''],
    tags: [...new Set(tags.filter(tag => tag !== undefined))],
    description: voice.description?.trim() || undefined,
    isOfAccount: isOfAccount(voice) || undefined,
  };
}

/** The languages that the vendor has verified, or else that of its recordings. */
function listLanguages({ verified_languages, fine_tuning }: AccountVoice, label: string | undefined) {
  const verified = (verified_languages ?? []).map(({ language }) => language);
  const codes = verified.length > 0 ? verified : [label, fine_tuning?.language];
  const names = codes.map(code => findVendorLanguage(code ?? '')?.name).filter(name => name !== undefined);
  return [...new Set(names)];
}

/** Labels are written `middle_aged`, `middle-aged` or `Middle Aged`. */
function toWords(label: string): string {
  return label.toLowerCase().replace(/[_-]+/gu, ' ').trim();
}

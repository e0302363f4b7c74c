import { z } from 'zod';
import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';
import type { EngineVoice } from '../ports.ts';
import { cacheList, freshMs } from '../provider/cached-list.ts';
import { withCost } from '../provider/failure.ts';
import type { HttpConnection } from '../provider/prepare-connection.ts';
import { findLanguage } from '../provider/to-heard.ts';
import { listOf } from '../provider/written-text.ts';

/**
 * For each standard name, the vendor's default voices to try, first match first; none has a premium name and none is used twice. The
 * styles are the vendor's:
 *
 * - `fable`, lively and expressive: Will, a young and relaxed man, or Chris, a casual one.
 * - `alloy`, balanced and clear: River, neutral, or Eric.
 * - `onyx`, deep and calm: Brian, deep and resonant, or Roger.
 * - `nova`, bright and warm: Jessica, or Aria.
 * - `shimmer`, soft and gentle: Sarah, or Alice.
 */
const standardNames: Readonly<Record<StandardVoice, readonly [string, string]>> = {
  fable: ['Will', 'Chris'],
  alloy: ['River', 'Eric'],
  onyx: ['Brian', 'Roger'],
  nova: ['Jessica', 'Aria'],
  shimmer: ['Sarah', 'Alice'],
};

/**
 * The default voices expire on 2026-12-31, and accounts made since March 2026 lack them. Their replacements by the vendor:
 * elevenlabs.io/docs/help-center/product/voices/my-voices/what-are-default-voices.
 */
const replacements: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  `
  Roger:Darian Sarah:Talia Charlie:Baxter George:Eldrin Callum:Kellan River:Elowen Harry:Kaelen
  Liam:Lawrence Alice:Alicia Matilda:Maisie Will:Warren Jessica:Jade Eric:Eddie Chris:Caleb
  Brian:Sawyer Daniel:Finley Lily:Florence Bill:Wyatt`
    .trim()
    .split(/\s+/u)
    .map(pair => pair.split(':')),
);

/** Names that an account may use for one of our voices, best first. */
export function listAccountNames(voice: Voice): readonly [string, ...string[]] {
  const [first, ...others] = isStandardVoice(voice) ? standardNames[voice] : [voice];
  const second = replacements[first];
  return [
    first,
    ...(second ? [second] : []),
    ...others.flatMap(name => [name, replacements[name] ?? []].flat()),
  ];
}

/** A missing voice refreshes the list, but not more often than this. */
const minAgeMs = 60_000;
const pageSize = 100;
const maxPages = 50;

/** The fields of `GET /v2/voices` that are read: elevenlabs.io/docs/api-reference/voices/search. */
const voiceSchema = z.object({
  voice_id: z.string(),
  name: z.string().nullish(),
  /** `premade`, `cloned`, `generated`, `professional`, `famous`, `high_quality`. */
  category: z.string().nullish(),
  labels: z.record(z.string(), z.string().nullable()).nullish(),
  description: z.string().nullish(),
  verified_languages: z.array(z.object({ language: z.string() })).nullish(),
  fine_tuning: z.object({ language: z.string().nullish() }).nullish(),
  is_owner: z.boolean().nullish(),
  /** `copied` from the library; `enabled` or `disabled` for one's own. */
  sharing: z.object({ status: z.string().nullish() }).nullish(),
});
const pageSchema = z.object({
  voices: listOf(voiceSchema),
  has_more: z.boolean().nullish(),
  next_page_token: z.string().nullish(),
});

type AccountVoice = z.infer<typeof voiceSchema>;
type Voices = readonly AccountVoice[];

export type VoiceList = ReturnType<typeof createVoiceList>;

/** @param getNowMs a monotonic clock */
export function createVoiceList(connection: HttpConnection, getNowMs = () => performance.now()) {
  const cached = cacheList(signal => readAllPages(connection, signal), getNowMs);
  return {
    list: cached.read,
    /**
     * @returns the account's id of a voice, undefined if it has none of that name
     * @throws CodedError if the list cannot be read and none is cached
     */
    async findId(name: string, signal: AbortSignal): Promise<string | undefined> {
      const found = cached.known && findVoice(cached.known, name);
      if (cached.ageMs < (found ? freshMs : minAgeMs)) return found?.voice_id;
      try {
        return findVoice(await cached.refresh(signal), name)?.voice_id;
      } catch (error) {
        if (!found || signal.aborted) throw error;
        return found.voice_id;
      }
    },
    /** Call when the provider no longer knows a listed voice. */
    forget(): void {
      if (cached.ageMs >= minAgeMs) cached.expire();
    },
  };
}

async function readAllPages({ call, mapError }: HttpConnection, signal: AbortSignal): Promise<Voices> {
  try {
    const read: AccountVoice[] = [];
    const query = new URLSearchParams({ page_size: String(pageSize) });
    for (let page = 0; page < maxPages; page += 1) {
      const response = await call(`/v2/voices?${query}`, { signal });
      const { voices, has_more, next_page_token } = pageSchema.parse(await response.json());
      read.push(...voices);
      if (!has_more || !next_page_token || read.length >= pageSize * maxPages) break;
      query.set('next_page_token', next_page_token);
    }
    return read;
  } catch (error) {
    // Listing is free.
    throw withCost(mapError(error, signal), true);
  }
}

/** All but the vendor's default voices and those added from its library: a clone that a colleague shares in the workspace, too. */
function isOfAccount({ category, is_owner, sharing }: AccountVoice): boolean {
  const isOfLibrary = category !== 'cloned' && is_owner !== true && /^copied/u.test(sharing?.status ?? '');
  return category !== 'premade' && !isOfLibrary;
}

/** Account names look like "Rachel", "Adam - Deep, calm narrator" or "Drew (news)". An exact match wins, but no private voice. */
function findVoice(all: Voices, name: string): AccountVoice | undefined {
  const voices = all.filter(voice => !isOfAccount(voice));
  const wanted = name.toLowerCase();
  return (
    voices.find(voice => voice.name === name) ??
    voices.find(voice => voice.name?.trim().toLowerCase() === wanted) ??
    voices.find(voice => shorten(voice.name ?? '') === wanted)
  );
}

function shorten(name: string): string {
  return (name.split(/\s[-–—]\s|\(/u)[0] ?? '').trim().toLowerCase();
}

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
  return [...new Set(codes.flatMap(code => findLanguage(code) ?? []))];
}

/** Labels are written `middle_aged`, `middle-aged` or `Middle Aged`. */
function toWords(label: string): string {
  return label.toLowerCase().replace(/[_-]+/gu, ' ').trim();
}

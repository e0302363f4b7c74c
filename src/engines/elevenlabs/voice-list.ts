import { z } from 'zod';
import { shareTask } from '#shared/async/shared-task.ts';
import { withCost } from '../provider/failure.ts';
import { listOf } from '../provider/written-text.ts';
import type { Connection } from './connect.ts';

/** The list is read again at the next use after this time. */
const freshMs = 15 * 60_000;
/** A missing voice refreshes the list, but not more often than this. */
const minAgeMs = 60_000;
/** The vendor's maximum. */
const pageSize = 100;
const maxPages = 50;

export interface VoiceList {
  /** @throws CodedError if the list cannot be read and none is cached */
  list(signal: AbortSignal): Promise<readonly AccountVoice[]>;
  /**
   * @returns the account's id of a voice, undefined if it has none of that name
   * @throws CodedError if the list cannot be read and none is cached
   */
  findId(name: string, signal: AbortSignal): Promise<string | undefined>;
  /** Call when the provider no longer knows a listed voice, or, with `true`, has a new one. */
  forget(isCertain?: boolean): void;
}

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

export type AccountVoice = z.infer<typeof voiceSchema>;
type Voices = readonly AccountVoice[];

/**
 * The account's voices. Concurrent callers share one request; the list is cached for 15 minutes, and longer while it cannot be
 * refreshed.
 * @param getNowMs a monotonic clock
 */
export function createVoiceList(
  connection: Connection,
  getNowMs: () => number = () => performance.now(),
): VoiceList {
  let known: { readonly voices: Voices; readonly readAtMs: number } | undefined;
  const read = shareTask(async signal => {
    const voices = await readAllPages(connection, signal);
    known = { voices, readAtMs: getNowMs() };
    return voices;
  });

  const getAgeMs = () => (known ? getNowMs() - known.readAtMs : Number.POSITIVE_INFINITY);

  /** Reads the list, or takes the cached one if that fails and is of use. */
  async function refresh(signal: AbortSignal, isOfUse: (voices: Voices) => boolean): Promise<Voices> {
    const cached = known?.voices;
    try {
      return await read(signal);
    } catch (error) {
      if (!cached || !isOfUse(cached) || signal.aborted) throw error;
      return cached;
    }
  }

  return {
    list: async signal => (known && getAgeMs() < freshMs ? known.voices : refresh(signal, () => true)),
    async findId(name, signal) {
      const found = known && findVoice(known.voices, name);
      if (getAgeMs() < (found ? freshMs : minAgeMs)) return found?.voice_id;
      const voices = await refresh(signal, cached => findVoice(cached, name) !== undefined);
      return findVoice(voices, name)?.voice_id;
    },
    forget(isCertain = false) {
      if (isCertain || getAgeMs() >= minAgeMs) known = undefined;
    },
  };
}

async function readAllPages({ call, mapError }: Connection, signal: AbortSignal): Promise<Voices> {
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
export function isOfAccount({ category, is_owner, sharing }: AccountVoice): boolean {
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

import { z } from 'zod';
import { shareTask } from '#shared/async/shared-task.ts';
import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';
import { withCost } from '../provider/failure.ts';
import type { Connection } from './connect.ts';

/**
 * For each standard name, the account's default voices to try, first match first; none has a premium name and none is used twice.
 * Every account has had these since 2024 (elevenlabs.io/docs/product-guides/voices/voice-library, "Default voices"); the styles are
 * the vendor's:
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

/** The list is read again at the next use after this time. */
const freshMs = 15 * 60_000;
/** A missing voice refreshes the list, but not more often than this. */
const minAgeMs = 60_000;
/** The vendor's maximum. */
const pageSize = 100;
const maxPages = 50;

export interface VoiceList {
  /**
   * @returns the account's id of a voice, undefined if it has none of that name
   * @throws CodedError if the list cannot be read and none is cached
   */
  findId(name: string, signal: AbortSignal): Promise<string | undefined>;
  /** Call when the provider no longer knows a listed voice. */
  forget(): void;
}

/** The fields of `GET /v2/voices` that are read: elevenlabs.io/docs/api-reference/voices/search. */
const voiceSchema = z.object({ voice_id: z.string(), name: z.string().nullish() });
const pageSchema = z.object({
  voices: z.array(voiceSchema),
  has_more: z.boolean().nullish(),
  next_page_token: z.string().nullish(),
});

type AccountVoice = z.infer<typeof voiceSchema>;
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

  return {
    async findId(name, signal) {
      const ageMs = known ? getNowMs() - known.readAtMs : Number.POSITIVE_INFINITY;
      const found = known && findVoice(known.voices, name);
      if (found ? ageMs < freshMs : ageMs < minAgeMs) return found?.voice_id;
      try {
        return findVoice(await read(signal), name)?.voice_id;
      } catch (error) {
        if (!found || signal.aborted) throw error;
        return found.voice_id;
      }
    },
    forget() {
      if (known && getNowMs() - known.readAtMs >= minAgeMs) known = undefined;
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
      if (!has_more || !next_page_token) break;
      query.set('next_page_token', next_page_token);
    }
    return read;
  } catch (error) {
    // Listing is free.
    throw withCost(mapError(error, signal), true);
  }
}

/** Account names look like "Rachel", "Adam - Deep, calm narrator" or "Drew (news)". An exact match wins. */
function findVoice(voices: Voices, name: string): AccountVoice | undefined {
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

/** Names that an account may use for one of our voices, best first. */
export function listAccountNames(voice: Voice): readonly [string, ...string[]] {
  return isStandardVoice(voice) ? standardNames[voice] : [voice];
}

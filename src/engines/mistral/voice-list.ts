import { z } from 'zod';
import { shareTask } from '#shared/async/shared-task.ts';
import { languages } from '#shared/languages.ts';
import type { ModelChoice } from '../openai-compatible/choose-model.ts';
import { type Connection, clientAt } from '../openai-compatible/connect.ts';
import { ServerVoices } from '../openai-compatible/speech-voices.ts';
import type { EngineVoice } from '../ports.ts';
import { withCost } from '../provider/failure.ts';
import { listOf, readAnswer } from '../provider/written-text.ts';

/** The list is read again at the next use after this time. */
const freshMs = 15 * 60_000;
const pageSize = 100;
const maxPages = 50;

/** The fields of `GET /v1/audio/voices` that are read: docs.mistral.ai/api/endpoint/audio/voices, `VoiceResponse`. */
const voiceSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** A preset's readable id, which the vendor's examples send. */
  slug: z.string().min(1).nullish(),
  /** Such as `fr`, `en_us` or `pt-BR`. */
  languages: z.array(z.string()).nullish(),
  gender: z.string().nullish(),
  age: z.number().nullish(),
  tags: z.array(z.string()).nullish(),
  description: z.string().nullish(),
  /** Null for the vendor's presets. */
  user_id: z.string().nullish(),
});
const pageSchema = z.object({ items: listOf(voiceSchema), total: z.number() });
type Voice = z.output<typeof voiceSchema>;

export interface KnownVoices {
  readonly all: readonly EngineVoice[];
  /** The vendor's, assigned to our 46 names. */
  readonly assigned: ServerVoices;
}

export interface VoiceList {
  /** Undefined until it was read. */
  readonly known: KnownVoices | undefined;
  /** @throws CodedError if the list cannot be read and none is cached */
  read(signal: AbortSignal): Promise<KnownVoices>;
  /** Call when the provider no longer knows a listed voice. */
  forget(): void;
}

/** The presets and the account's voices. Concurrent callers share one request; cached for 15 minutes, and longer while it cannot be refreshed. */
export function createVoiceList(connection: Connection, choice: ModelChoice): VoiceList {
  let known: KnownVoices | undefined;
  let freshUntilMs = 0;
  const refresh = shareTask(async signal => {
    const { apiUrl, name } = await choice.require(signal);
    const voices = await readAllPages(connection, apiUrl, signal);
    known = { all: voices.map(describeVoice), assigned: assignPresets(voices, apiUrl, name) };
    freshUntilMs = performance.now() + freshMs;
    return known;
  });

  return {
    get known() {
      return known;
    },
    async read(signal) {
      if (known && performance.now() < freshUntilMs) return known;
      try {
        return await refresh(signal);
      } catch (error) {
        if (!known || signal.aborted) throw error;
        return known;
      }
    },
    forget() {
      freshUntilMs = 0;
    },
  };
}

async function readAllPages(connection: Connection, apiUrl: string, signal: AbortSignal): Promise<Voice[]> {
  const read: Voice[] = [];
  try {
    for (let page = 0; page < maxPages; page += 1) {
      const path = `/audio/voices?limit=${pageSize}&offset=${read.length}`;
      const answer = await clientAt(connection, apiUrl).get<unknown>(path, { signal });
      const { items, total } = readAnswer(pageSchema, answer);
      read.push(...items);
      if (items.length === 0 || read.length >= Math.min(total, pageSize * maxPages)) break;
    }
    return read;
  } catch (error) {
    // Listing is free.
    throw withCost(connection.mapError(error, signal), true);
  }
}

const getId = ({ user_id, slug, id }: Voice) => (user_id ? id : (slug ?? id));

const readSex = (gender: Voice['gender']) =>
  (['female', 'male', 'neutral'] as const).find(sex => sex === gender?.toLowerCase());

function readLanguages(codes: Voice['languages']) {
  const found = (codes ?? []).map(code => code.toLowerCase().split(/[_-]/u)[0]);
  return languages.filter(({ code }) => found.includes(code === 'nb' ? 'no' : code) || found.includes(code));
}

function describeVoice(voice: Voice): EngineVoice {
  const { name, gender, age, tags, description, user_id } = voice;
  return {
    id: getId(voice),
    name,
    languages: readLanguages(voice.languages).map(language => language.name),
    sex: readSex(gender),
    ...(age && { age: age < 30 ? 'young' : age < 60 ? 'middle-aged' : 'old' }),
    tags: (tags ?? []).map(tag => tag.toLowerCase()),
    ...(description && { description }),
    ...(user_id && { isOfAccount: true }),
  };
}

/** A speaker of Voxtral 2 has a voice for each emotion, such as "Paul - Sad". */
const isPlain = ({ name }: Voice) => !/ - (?!neutral$)/iu.test(name);

function assignPresets(voices: readonly Voice[], apiUrl: string, model: string): ServerVoices {
  const presets = voices.filter(voice => !voice.user_id && isPlain(voice));
  const spoken = presets.flatMap(voice => {
    const sex = readSex(voice.gender);
    const gender = sex === 'neutral' ? undefined : sex;
    return readLanguages(voice.languages).map(({ code }) => {
      const id = getId(voice);
      return { id, name: id, model, language: code, gender };
    });
  });
  return new ServerVoices({
    apiUrl,
    model,
    found: '',
    voices: spoken,
    hasList: true,
    takesInstructions: false,
  });
}

import { hash } from 'node:crypto';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language, type LanguageCode, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import {
  allVoices,
  isStandardVoice,
  listMixed,
  premiumVoices,
  standardVoices,
  type Voice,
} from '#shared/voices.ts';
import type { EngineVoice, LanguageSupport } from '../ports.ts';
import { toFailedError, toFreeFailure, toMissingModelError, toSetupError } from '../provider/failure.ts';
import { isPast } from '../provider/model-choice.ts';
import { findLanguage } from '../provider/to-heard.ts';
import { getModelLanguageSupport, takesInstructions } from './choose-model.ts';
import type { ListedVoice, ServerModel } from './list-models.ts';
import type { FoundSpeech } from './server.ts';
import voiceTable from './voice-table.json' with { type: 'json' };

export type Gender = 'male' | 'female';

/**
 * The voice of each of our names: at OpenAI's speech endpoint, over its Realtime API, and on a server with Kokoro's voices. Premium
 * and free names never share one.
 *
 * OpenAI publishes no tags for its voices (developers.openai.com/api/docs/guides/text-to-speech, voice options; openai 7.55.0,
 * `RealtimeAudioConfigOutput.voice`), so the choice is ours: `echo` is an even man, `ash` a rougher and livelier one, `verse` an
 * expressive one, `coral` a warm and lively woman, `sage` a calm one. `fable`, `onyx` and `nova` are not on the Realtime API:
 * `ballad` has a slight British accent, `cedar` is the deepest man there, `marin` a bright woman. Of Kokoro's, `af_nicole` whispers
 * and `am_santa` is Santa; the others match the gender, the accent where possible, and the style of the name's tags.
 */
const speakers: Readonly<Record<Voice, Readonly<Record<'endpoint' | 'realtime' | 'kokoro', string>>>> =
  voiceTable;

export const getEndpointSpeaker = (voice: Voice): string => speakers[voice].endpoint;
export const getRealtimeSpeaker = (voice: Voice): string => speakers[voice].realtime;

/** Gender of OpenAI's voices by ear; its guide states none. `alloy` is neutral. */
const openAiVoices: Readonly<Record<string, Gender | undefined>> = {
  alloy: undefined,
  ash: 'male',
  ballad: 'male',
  cedar: 'male',
  coral: 'female',
  echo: 'male',
  fable: 'male',
  marin: 'female',
  nova: 'female',
  onyx: 'male',
  sage: 'female',
  shimmer: 'female',
  verse: 'male',
};

/** Voices that older models and the Realtime API lack (openai 7.55.0, `SpeechCreateParams.voice`, `RealtimeAudioConfigOutput.voice`). */
const missingVoices: Readonly<Record<'speech' | 'olderSpeech' | 'realtime', readonly string[]>> = {
  speech: [],
  olderSpeech: ['ballad', 'verse', 'marin', 'cedar'],
  realtime: ['fable', 'onyx', 'nova'],
};

type OpenAiApi = keyof typeof missingVoices;

/** OpenAI's own voices. Its API lists none, nor an account's custom voices (openai 7.55.0, `resources/audio/voices`). */
export function listOpenAiVoices(api: OpenAiApi): EngineVoice[] {
  return Object.keys(openAiVoices)
    .filter(name => !missingVoices[api].includes(name))
    .map(id => ({ id, name: id, languages: [], sex: openAiVoices[id] ?? 'neutral', tags: [] }));
}

/** Of an account at OpenAI, such as `voice_1234`. */
function isCustomVoice(id: string): boolean {
  return /^voice_\w+$/u.test(id);
}

/** @throws CodedError `voice_gone` for anything but a voice of OpenAI or a custom one */
export function requireOpenAiVoice({ id }: Pick<EngineVoice, 'id'>, api: OpenAiApi): string {
  if (isCustomVoice(id) || (id in openAiVoices && !missingVoices[api].includes(id))) return id;
  throw new CodedError('voice_gone', { costsNothing: true });
}

export function toVoiceField(speaker: string): string | { id: string } {
  return isCustomVoice(speaker) ? { id: speaker } : speaker;
}

/** Voices of models that no server lists: Orpheus at Groq (console.groq.com/docs/text-to-speech/orpheus). */
const knownSpeakers = [
  {
    model: /orpheus-v1-english$/u,
    language: 'en',
    female: ['autumn', 'diana', 'hannah'],
    male: ['austin', 'daniel', 'troy'],
  },
  {
    model: /orpheus-arabic-saudi$/u,
    language: 'ar',
    female: ['lulwa', 'noura', 'aisha'],
    male: ['abdullah', 'fahad', 'sultan'],
  },
] as const;

function listKnownSpeakers(model: string) {
  const known = knownSpeakers.find(each => each.model.test(model));
  if (!known) return [];
  return (['female', 'male'] as const).flatMap(gender =>
    known[gender].map(name => ({ name, gender, language: known.language })),
  );
}

/** First letter of Kokoro's voices, also the value of `lang_code`: hexgrad/kokoro, `pipeline.py`, `LANG_CODES`. */
const kokoroLanguages: Readonly<Record<string, LanguageCode>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

const kokoroName = /^(?<letter>[abefhijpz])(?<gender>[fm])_\w/u;

/** Excludes voices of its first model (`_v0`), which sound worse on this one. */
function isKokoroVoice(name: string): boolean {
  return kokoroName.test(name) && !name.startsWith('v0', 3);
}

/** Kokoro's letter for the language of a voice or a mixture; a custom voice says whatever language it is asked for. */
export function getKokoroLetter(name: string, code: LanguageCode): string | undefined {
  if (kokoroName.test(name)) return name.slice(0, 1);
  return Object.keys(kokoroLanguages).find(letter => kokoroLanguages[letter] === code);
}

/** Gender and language implied by a voice's name; undefined if none is, or it may speak any language. */
export function readVoiceName(name: string): {
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
} {
  const { letter = '', gender } = kokoroName.exec(name)?.groups ?? {};
  const language = kokoroLanguages[letter];
  if (language) return { language, gender: gender === 'm' ? 'male' : 'female' };
  return { language: undefined, gender: openAiVoices[name] };
}

/** A voice of a server, with the one language that it speaks. */
export interface ServerVoice {
  /** Its name, with its model where each model has its own. */
  readonly id: string;
  /** The server's name for it; undefined if the model is the voice and none may be sent. */
  readonly name: string | undefined;
  readonly model: string;
  /** Undefined if unknown: it may speak any. */
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
}

export interface SpeechServer {
  readonly apiUrl: string;
  /** The model, or the first of several. */
  readonly model: string;
  readonly found: string;
  /** At least one, in the server's order. */
  readonly voices: readonly ServerVoice[];
  /** Spoken only if they are chosen themselves: their language is unknown, or there are better ones. */
  readonly others?: readonly ServerVoice[] | undefined;
  /** Whether the names come from its own list: then a voice can disappear. */
  readonly hasList: boolean;
  readonly dialect?: 'kokoro' | 'localai' | 'piper' | undefined;
  readonly takesInstructions: boolean;
}

export type SpeechFacts =
  | { readonly kind: 'speaks'; readonly server: SpeechServer }
  /** `unreached` if a configured model does not exist, `unable` if nothing speaks. */
  | { readonly kind: 'unreached' | 'unable'; readonly error: CodedError };

/** The voices of OpenAI in 2023, which all compatible servers of that time know, and of `tts-1` today. */
const firstNames = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
const openAiNames = [...firstNames, 'ash', 'coral', 'sage'];
const ownersAtOpenAi = ['openai', 'openai-internal', 'system'];
/** On a marketplace, models with the most languages come first. */
const widest = [/^openai\/.*tts/u, /^google\/.*tts/u, /kokoro/u];

/**
 * Describes a speech server by its lists: Kokoro-FastAPI, speaches, LocalAI and OpenRouter in their own ways, others by their voice
 * list, or by the names that most servers know.
 * @param named the configured model, if any
 */
export function describeSpeechServer(
  found: Extract<FoundSpeech, { kind: 'found' }>,
  providerName: string,
  named: string | undefined,
): SpeechFacts {
  const { listing, speakers, voices = [] } = found;
  const models = speakers ?? listing.models ?? [];
  const speaking = models.filter(each => each.speaks !== false || each.voices?.length);
  if (named !== undefined && models.length > 0 && !models.some(({ name }) => name === named)) {
    const missing = { model: named, provider: providerName, setting };
    return { kind: 'unreached', error: toMissingModelError(missing, speaking) };
  }
  const server = describe({ ...listing, models, voices }, named);
  if (!server || server.voices.length === 0) {
    const message = fill(engineMessages.noSpeechModel, { provider: providerName });
    const error = toSetupError(message, 'It lists neither voices nor a model that speaks.');
    return { kind: 'unable', error };
  }
  const how = named === undefined ? server.found : `set by ${setting}`;
  // OpenRouter refuses fields that it does not know.
  const instructed = listing.kind !== 'openrouter' && takesInstructions(server.model);
  const { apiUrl } = listing;
  return { kind: 'speaks', server: { ...server, apiUrl, found: how, takesInstructions: instructed } };
}

const setting = 'OPENAI_SPEECH_MODEL';

type Described = Omit<SpeechServer, 'apiUrl' | 'takesInstructions'>;

interface Lists {
  readonly kind: string;
  readonly models: readonly ServerModel[];
  readonly voices: readonly ListedVoice[];
}

function describe({ kind, models, voices }: Lists, named: string | undefined): Described | undefined {
  const chosen = models.filter(({ name }) => named === undefined || name === named);
  if (kind === 'openrouter') return describeMarket(chosen);
  if (kind === 'localai')
    return describeVoices('the models that the server lists as speaking', listModelsAsVoices(chosen), kind);
  if (kind === 'piper') {
    const all = voices.flatMap(voice => toVoice(voice, voice.name) ?? []);
    return describeVoices('the voices of Piper', all, kind);
  }
  if (models.some(each => each.voices)) {
    // speaches cannot process Chinese text for Kokoro (issues 513 and 647): the result is silent.
    const isMute = ({ name, language }: ServerVoice) => language === 'zh' && isKokoroVoice(name ?? '');
    const all = chosen.flatMap(listOwn).filter(voice => !isMute(voice));
    return describeVoices('the models with voices that the server lists', all);
  }
  const isKokoro =
    kind === 'kokoro' || voices.filter(({ name }) => isKokoroVoice(name)).length * 2 > voices.length;
  if (voices.length > 0 || kind === 'kokoro') return describeNames({ models, voices, isKokoro }, named);
  return describePlain(models, named);
}

function describeVoices(
  found: string,
  voices: readonly ServerVoice[],
  dialect?: SpeechServer['dialect'],
): Described {
  return { model: voices[0]?.model ?? '', found, voices, hasList: true, dialect };
}

function describeMarket(models: readonly ServerModel[]): Described | undefined {
  const lasting = models.filter(each => each.voices?.length && !isPast(each.endsOn));
  const wide = widest.map(name => lasting.find(each => name.test(each.name)));
  const model = wide.find(each => each !== undefined) ?? lasting[0];
  return model && describeVoices('the listed model with the most languages', listOwn(model));
}

/** LocalAI: a voice's name overrides the configured one of its model. */
function listModelsAsVoices(models: readonly ServerModel[]): ServerVoice[] {
  const speaking = models.filter(({ speaks }) => speaks).map(({ name }) => name);
  return speaking.map(id => {
    const language = findLanguageInName(id);
    return { id, name: undefined, model: id, language, gender: undefined };
  });
}

function listOwn({ name: model, voices = [] }: ServerModel): ServerVoice[] {
  return voices.flatMap(voice => {
    const own = toVoice(voice, model);
    return own ? [{ ...own, id: `${model}:${own.id}` }] : [];
  });
}

/** Undefined if it speaks none of our languages. */
function toVoice({ name, language, gender }: ListedVoice, model: string): ServerVoice | undefined {
  const known = readVoiceName(name);
  const code = language === undefined ? (known.language ?? findLanguageInName(name)) : readLanguage(language);
  if (language !== undefined && code === undefined) return undefined;
  const own = gender === 'male' || gender === 'female' ? gender : known.gender;
  return { id: name, name, model, language: code, gender: own };
}

/** All models share the voices. Of Kokoro's, no preset is a custom voice, whose language is unknown. */
function describeNames(
  { models, voices, isKokoro }: Omit<Lists, 'kind'> & { isKokoro: boolean },
  named: string | undefined,
): Described {
  const ids = models.map(({ name }) => name);
  const speaking = models.find(({ speaks }) => speaks)?.name;
  const own = isKokoro && (ids.includes('kokoro') || ids.length === 0) ? 'kokoro' : undefined;
  const model = named ?? own ?? speaking ?? ids[0] ?? 'tts-1';
  const all = voices.flatMap(voice => toVoice(voice, model) ?? []);
  if (!isKokoro) return { model, found: 'the server lists its voices', voices: all, hasList: true };
  return {
    ...describeVoices(
      'the server has Kokoro voices',
      all.filter(({ id }) => isKokoroVoice(id)),
      'kokoro',
    ),
    model,
    others: all.filter(({ id }) => !isKokoroVoice(id)),
  };
}

/** A server without a voice list gets the names that its model, or most servers, know. */
function describePlain(models: readonly ServerModel[], named: string | undefined): Described | undefined {
  const speaking = models.filter(({ speaks }) => speaks).map(({ name }) => name);
  const asked = named === undefined ? speaking : [named];
  const known = asked.flatMap(model =>
    listKnownSpeakers(model).map(voice => ({ ...voice, id: voice.name, model })),
  );
  if (known.length > 0) return describeVoices('the models whose voices are known', known);
  const model = named ?? (speaking.includes('tts-1') ? 'tts-1' : speaking[0]);
  if (model === undefined) return undefined;
  const isOpenAi = models.some(({ owner }) => owner && ownersAtOpenAi.includes(owner));
  const voices = (isOpenAi ? openAiNames : firstNames).flatMap(name => toVoice({ name }, model) ?? []);
  return { model, found: 'the first model with a speech name', voices, hasList: false };
}

function readLanguage(tag: string): LanguageCode | undefined {
  const name = findLanguage(tag);
  return name && getLanguage(name).code;
}

/** For a model that is a voice: `voice-de-thorsten-low`, `voice-en-us-amy-low`, `kokoros-ja`, Piper's `de_DE-thorsten-low`. */
function findLanguageInName(model: string): LanguageCode | undefined {
  const tag =
    /^(?:(?:voice|kokoros|piper)-(?=[a-z]{2,3}(?:[-_]|$))|(?=[a-z]{2,3}_[A-Z]{2}-))(?<tag>[a-z]{2,3})/u.exec(
      model,
    )?.groups?.tag;
  return tag === undefined ? undefined : readLanguage(tag);
}

/** Speeds for names that share a voice: far enough to be distinguishable, near enough to fit the same video. */
const speeds = [1, 0.92, 1.08, 0.96, 1.04, 0.88, 1.12];

/** 1 is the normal speed. */
export interface AtSpeed<Speaker> {
  readonly voice: Speaker;
  readonly speed: number;
}

/** The first name of a voice gets its normal speed. */
export function addSpeeds<Speaker>(
  chosen: ReadonlyMap<Voice, Speaker>,
): ReadonlyMap<Voice, AtSpeed<Speaker>> {
  const counts = new Map<Speaker, number>();
  const atSpeed = new Map<Voice, AtSpeed<Speaker>>();
  for (const name of allVoices) {
    const voice = chosen.get(name);
    if (voice === undefined) continue;
    const index = counts.get(voice) ?? 0;
    counts.set(voice, index + 1);
    atSpeed.set(name, { voice, speed: speeds[index % speeds.length] ?? 1 });
  }
  return atSpeed;
}

export type Assignment = AtSpeed<ServerVoice>;

/**
 * Assigns each of our 46 names a voice: the one known to suit it, else the least used of the same gender. Free names come first and
 * get different voices while there are enough; premium names get voices that no free name uses, while there are any of their
 * gender. Names that share a voice differ in speed.
 * @param voices of one language, at least one
 */
export function assignVoices(voices: readonly ServerVoice[]): ReadonlyMap<Voice, Assignment> {
  const chosen = new Map<Voice, ServerVoice>();
  const counts = new Map<ServerVoice, number>();
  const take = (name: Voice, voice: ServerVoice | undefined) => {
    if (!voice || chosen.has(name)) return;
    chosen.set(name, voice);
    counts.set(voice, (counts.get(voice) ?? 0) + 1);
  };
  const findSuitable = (name: Voice, among: readonly ServerVoice[]) =>
    [speakers[name].kokoro, speakers[name].endpoint]
      .map(suitable => among.find(voice => voice.name === suitable))
      .find(voice => voice !== undefined);
  const listUnused = () => voices.filter(voice => !counts.has(voice));
  for (const name of standardVoices) take(name, findSuitable(name, listUnused()));
  // Names with a gender come before the neutral one.
  for (const name of standardVoices.toSorted((a, b) => Number(!findGender(a)) - Number(!findGender(b))))
    take(name, pickLeastUsed(voices, findGender(name), counts));
  const others = listUnused();
  for (const name of premiumVoices) {
    const gender = findGender(name);
    const fitting = others.some(voice => fits(voice, gender)) ? others : voices;
    take(name, findSuitable(name, others) ?? pickLeastUsed(fitting, gender, counts));
  }
  return addSpeeds(chosen);
}

function pickLeastUsed(
  voices: readonly ServerVoice[],
  gender: Gender | undefined,
  counts: ReadonlyMap<ServerVoice, number>,
): ServerVoice | undefined {
  const same = voices.filter(voice => voice.gender === gender);
  const fitting = voices.filter(voice => fits(voice, gender));
  const among = [same, fitting].find(each => gender && each.length > 0) ?? voices;
  const count = (voice: ServerVoice) => counts.get(voice) ?? 0;
  return among.toSorted((one, other) => count(one) - count(other))[0];
}

function fits(voice: ServerVoice, gender: Gender | undefined): boolean {
  return voice.gender === undefined || gender === undefined || voice.gender === gender;
}

const tags = new Map<Voice, readonly string[]>(voiceCatalogue.map(({ name, tags }) => [name, tags]));

export function findGender(name: Voice): Gender | undefined {
  if (isStandardVoice(name)) return readVoiceName(name).gender;
  return tags.get(name)?.includes('female') ? 'female' : 'male';
}

export class ServerVoices {
  readonly server: SpeechServer;
  readonly #lost = new Set<ServerVoice>();
  readonly #assigned = new Map<string, ReturnType<typeof assignVoices>>();

  constructor(server: SpeechServer) {
    this.server = server;
  }

  /** @throws CodedError `provider_unavailable` if no voice speaks the language */
  choose(voice: Voice, language: Language): Assignment {
    const assignment = this.#assign(language.code).get(voice);
    if (assignment) return assignment;
    const message = fill(engineMessages.languageWithoutVoice, { language: language.name });
    throw toFailedError(toFreeFailure(message));
  }

  /** At its normal speed. Without a list the server knows best. @throws CodedError `voice_gone` */
  requireOwn(id: string): Assignment {
    const { voices, others = [], hasList, dialect, model } = this.server;
    const voice = [...voices, ...others].find(each => each.id === id);
    if (voice) return { voice, speed: 1 };
    if (hasList && !(dialect === 'kokoro' && listMixed(id).length > 0))
      throw new CodedError('voice_gone', { costsNothing: true });
    return { voice: { id, name: id, model, language: undefined, gender: undefined }, speed: 1 };
  }

  listOwn(): EngineVoice[] {
    const { voices, others = [], hasList } = this.server;
    return hasList ? [...voices, ...others].map(toEngineVoice) : [];
  }

  getSpeaker(voice: Voice, language = getLanguage('English')): string {
    const wanted = this.#assign(language.code);
    const assigned = wanted.size > 0 ? wanted : this.#assign(this.#list()[0]?.language ?? '');
    const speaker = assigned.get(voice)?.voice;
    return speaker?.name ?? speaker?.model ?? this.server.model;
  }

  getLanguageSupport(language: Language): LanguageSupport {
    const [first] = this.#listFor(language.code);
    if (!first) return { kind: 'unlisted' };
    if (first.language !== undefined) return { kind: 'spoken' };
    // An OpenAI name implies a model of OpenAI, whose languages are known.
    const isOpenAi = first.name !== undefined && first.name in openAiVoices;
    return isOpenAi ? getModelLanguageSupport(first.model, language) : { kind: 'unknown' };
  }

  get identity(): string {
    return hash('sha256', JSON.stringify(this.#list())).slice(0, 32);
  }

  has(voice: ServerVoice): boolean {
    return this.server.voices.some(each => isSame(each, voice));
  }

  lose(voice: ServerVoice): void {
    for (const each of this.server.voices) if (isSame(each, voice)) this.#lost.add(each);
    this.#assigned.clear();
  }

  #assign(code: string): ReturnType<typeof assignVoices> {
    const assigned = this.#assigned.get(code) ?? assignVoices(this.#listFor(code));
    this.#assigned.set(code, assigned);
    return assigned;
  }

  #list(): ServerVoice[] {
    return this.server.voices.filter(voice => !this.#lost.has(voice));
  }

  #listFor(code: string): ServerVoice[] {
    const voices = this.#list();
    const speaking = voices.filter(({ language }) => language === code);
    return speaking.length > 0 ? speaking : voices.filter(({ language }) => language === undefined);
  }
}

export function toEngineVoice({ id, name, model, language, gender }: ServerVoice): EngineVoice {
  const accents: Readonly<Record<string, string>> = { a: 'american', b: 'british' };
  const accent = name && isKokoroVoice(name) ? accents[name.slice(0, 1)] : undefined;
  return {
    id,
    name: name ?? model,
    languages: languages.flatMap(each => (each.code === language ? [each.name] : [])),
    sex: gender,
    tags: accent ? [accent] : [],
  };
}

function isSame(a: ServerVoice, b: ServerVoice): boolean {
  return a.name === b.name && a.model === b.model;
}

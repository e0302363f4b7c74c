import type { CodedError } from '#shared/errors.ts';
import { type LanguageCode, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toMissingModelError, toSetupError } from '../provider/failure.ts';
import type { FoundSpeech } from './ask-server.ts';
import { isPast } from './choose-model.ts';
import { takesInstructions } from './known-models.ts';
import type { ListedVoice, ServerModel } from './list-models.ts';
import { type Gender, isKokoroVoice, listKnownSpeakers, readVoiceName } from './voice-table.ts';

/** A voice of a server, with the one language that it speaks. */
export interface ServerVoice {
  /** As an own voice: its name, with its model where each model has its own. */
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
  /** How it was chosen, for the log and the doctor. */
  readonly found: string;
  /** At least one, in the server's order. */
  readonly voices: readonly ServerVoice[];
  /** Spoken only if they are chosen themselves: their language is unknown, or there are better ones. */
  readonly others?: readonly ServerVoice[] | undefined;
  /** Whether the names come from its own list: then a voice can disappear. */
  readonly hasList: boolean;
  /** What it takes besides OpenAI's fields. */
  readonly dialect?: 'kokoro' | 'localai' | 'piper' | undefined;
  /** Performs manners, by `instructions`. */
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
  const all = { ...listing, models, voices };
  const speaking = models.filter(each => each.speaks !== false || each.voices?.length);
  if (named !== undefined && models.length > 0 && !models.some(({ name }) => name === named))
    return {
      kind: 'unreached',
      error: toMissingModelError({ model: named, provider: providerName, setting }, speaking),
    };
  const server = describe(all, named);
  if (!server || server.voices.length === 0) return { kind: 'unable', error: cannotSpeak(providerName) };
  const how = named === undefined ? server.found : `set by ${setting}`;
  // OpenRouter refuses fields that it does not know.
  const instructed = listing.kind !== 'openrouter' && takesInstructions(server.model);
  const { apiUrl } = listing;
  return { kind: 'speaks', server: { ...server, apiUrl, found: how, takesInstructions: instructed } };
}

const setting = 'OPENAI_SPEECH_MODEL';

function cannotSpeak(provider: string): CodedError {
  return toSetupError(
    fill(engineMessages.noSpeechModel, { provider }),
    'It lists neither voices nor a model that speaks.',
  );
}

interface Lists {
  readonly kind: string;
  readonly models: readonly ServerModel[];
  readonly voices: readonly ListedVoice[];
}

type Described = Omit<SpeechServer, 'apiUrl' | 'takesInstructions'>;

function describe({ kind, models, voices }: Lists, named: string | undefined): Described | undefined {
  const chosen = models.filter(({ name }) => named === undefined || name === named);
  if (kind === 'openrouter') return describeMarket(chosen);
  if (kind === 'localai') return describeModelsAsVoices(chosen);
  if (kind === 'piper') return describePiper(voices);
  if (models.some(each => each.voices)) return describeByModel(chosen);
  const isKokoro =
    kind === 'kokoro' || voices.filter(({ name }) => isKokoroVoice(name)).length * 2 > voices.length;
  if (voices.length > 0 || kind === 'kokoro') return describeNames({ models, voices, isKokoro }, named);
  return describePlain(models, named);
}

/** One of a marketplace's models, with its voices. */
function describeMarket(models: readonly ServerModel[]): Described | undefined {
  const lasting = models.filter(each => each.voices?.length && !isPast(each.endsOn));
  const wide = widest.map(name => lasting.find(each => name.test(each.name)));
  const model = wide.find(each => each !== undefined) ?? lasting[0];
  if (!model) return undefined;
  const found = 'the listed model with the most languages';
  return { model: model.name, found, voices: listOwn(model), hasList: true };
}

/** LocalAI: a voice's name overrides the configured one of its model. */
function describeModelsAsVoices(models: readonly ServerModel[]): Described {
  const voices = models
    .filter(({ speaks }) => speaks)
    .map(({ name }) => ({
      id: name,
      name: undefined,
      model: name,
      language: findLanguageInName(name),
      gender: undefined,
    }));
  const found = 'the models that the server lists as speaking';
  return { model: voices[0]?.model ?? '', found, voices, hasList: true, dialect: 'localai' };
}

/** speaches: each model with its voices; Piper models are one voice each. */
function describeByModel(models: readonly ServerModel[]): Described {
  // speaches cannot process Chinese text for Kokoro (issues 513 and 647): the result is silent.
  const isMute = ({ name, language }: ServerVoice) => language === 'zh' && isKokoroVoice(name ?? '');
  const voices = models.flatMap(listOwn).filter(voice => !isMute(voice));
  const found = 'the models with voices that the server lists';
  return { model: voices[0]?.model ?? '', found, voices, hasList: true };
}

function listOwn({ name: model, voices = [] }: ServerModel): ServerVoice[] {
  return voices.flatMap(voice => {
    const own = toVoice(voice, model);
    return own ? [{ ...own, id: `${model}:${own.id}` }] : [];
  });
}

/** Piper's own server: each voice is a model. */
function describePiper(voices: readonly ListedVoice[]): Described {
  const all = voices.flatMap(voice => toVoice(voice, voice.name) ?? []);
  const found = 'the voices of Piper';
  return { model: all[0]?.model ?? '', found, voices: all, hasList: true, dialect: 'piper' };
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
    model,
    found: 'the server has Kokoro voices',
    voices: all.filter(({ id }) => isKokoroVoice(id)),
    others: all.filter(({ id }) => !isKokoroVoice(id)),
    hasList: true,
    dialect: 'kokoro',
  };
}

/** A server without a voice list gets the names that its model, or most servers, know. */
function describePlain(models: readonly ServerModel[], named: string | undefined): Described | undefined {
  const speaking = models.filter(({ speaks }) => speaks).map(({ name }) => name);
  const asked = named === undefined ? speaking : [named];
  const known = asked.flatMap(model =>
    listKnownSpeakers(model).map(voice => ({ ...voice, id: voice.name, model })),
  );
  if (known[0]) {
    const found = 'the models whose voices are known';
    return { model: known[0].model, found, voices: known, hasList: true };
  }
  const model = named ?? (speaking.includes('tts-1') ? 'tts-1' : speaking[0]);
  if (model === undefined) return undefined;
  const isOpenAi = models.some(({ owner }) => owner && ownersAtOpenAi.includes(owner));
  const voices = (isOpenAi ? openAiNames : firstNames).flatMap(name => toVoice({ name }, model) ?? []);
  return { model, found: 'the first model with a speech name', voices, hasList: false };
}

/** Language codes of servers that differ from BCP-47. */
const otherCodes: Readonly<Record<string, LanguageCode>> = { no: 'nb', fil: 'tl', cmn: 'zh' };

/** Such as `en-us`, `pt_BR`, `de`; undefined for other languages. */
function readLanguage(tag: string): LanguageCode | undefined {
  const [code = ''] = tag.toLowerCase().split(/[-_]/u);
  return languages.find(language => language.code === (otherCodes[code] ?? code))?.code;
}

/** For a model that is a voice: `voice-de-thorsten-low`, `voice-en-us-amy-low`, `kokoros-ja`, Piper's `de_DE-thorsten-low`. */
function findLanguageInName(model: string): LanguageCode | undefined {
  const tag =
    /^(?:(?:voice|kokoros|piper)-(?=[a-z]{2,3}(?:[-_]|$))|(?=[a-z]{2,3}_[A-Z]{2}-))(?<tag>[a-z]{2,3})/u.exec(
      model,
    )?.groups?.tag;
  return tag === undefined ? undefined : readLanguage(tag);
}

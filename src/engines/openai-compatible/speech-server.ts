import type { CodedError } from '#shared/errors.ts';
import { type LanguageCode, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { toSetupError } from '../provider/failure.ts';
import { toMissingModelError } from '../provider/missing-model.ts';
import type { FoundSpeech } from './ask-server.ts';
import { isPast } from './choose-model.ts';
import type { ListedVoice, ServerModel } from './list-models.ts';
import { type Gender, isKokoroVoice, readVoiceName } from './voice-table.ts';

/** A voice of a server, in the one language that it speaks. */
export interface ServerVoice {
  /** What the server calls it; undefined where the model is the voice, and none may be sent. */
  readonly name: string | undefined;
  readonly model: string;
  /** Undefined where it is not known: it may speak any. */
  readonly language: LanguageCode | undefined;
  readonly gender: Gender | undefined;
}

/** What a speech server says of itself. */
export interface SpeechServer {
  /** Where its interface begins. */
  readonly apiUrl: string;
  /** The model that speaks, or the first of several. */
  readonly model: string;
  /** How it was chosen, for the log and the doctor. */
  readonly found: string;
  /** All that may speak, at least one, in the server's order. */
  readonly voices: readonly ServerVoice[];
  /** Whether the names are its own, by its own list: a voice can then be lost. */
  readonly hasList: boolean;
  /** How a language is told: the letter of Kokoro, or the tag; undefined where the voice is the language. */
  readonly languageField?: 'lang_code' | 'tag' | undefined;
}

export type SpeechFacts =
  | { readonly kind: 'speaks'; readonly server: SpeechServer }
  /** `unreached` if the settings name a model that it does not have, `unable` if nothing there speaks. */
  | { readonly kind: 'unreached' | 'unable'; readonly error: CodedError };

/** The names that every server knows that was made like OpenAI's of 2023, and those of `tts-1` today. */
const firstNames = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
const openAiNames = [...firstNames, 'ash', 'coral', 'sage'];
const ownersAtOpenAi = ['openai', 'openai-internal', 'system'];
/** Of the models of a marketplace, those that speak most languages come first. */
const widest = [/^openai\/.*tts/u, /^google\/.*tts/u, /kokoro/u];

/**
 * Describes a speech server by its lists: Kokoro-FastAPI, speaches, LocalAI and OpenRouter in their own ways, others by their
 * list of voices, or by the names that most servers know.
 * @param named the model that was set, if one was
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
  return { kind: 'speaks', server: { ...server, apiUrl: listing.apiUrl, found: how } };
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

type Described = Omit<SpeechServer, 'apiUrl'>;

function describe({ kind, models, voices }: Lists, named: string | undefined): Described | undefined {
  const chosen = models.filter(({ name }) => named === undefined || name === named);
  if (kind === 'openrouter') return describeMarket(chosen);
  if (kind === 'localai') return describeModelsAsVoices(chosen);
  if (models.some(each => each.voices)) return describeByModel(chosen);
  const isKokoro =
    kind === 'kokoro' || voices.filter(({ name }) => isKokoroVoice(name)).length * 2 > voices.length;
  if (voices.length > 0 || kind === 'kokoro') return describeNames({ models, voices, isKokoro }, named);
  return describePlain(models, named);
}

/** One of its models, with its voices. */
function describeMarket(models: readonly ServerModel[]): Described | undefined {
  const lasting = models.filter(each => each.voices?.length && !isPast(each.endsOn));
  const wide = widest.map(name => lasting.find(each => name.test(each.name)));
  const model = wide.find(each => each !== undefined) ?? lasting[0];
  if (!model) return undefined;
  const found = 'the listed model with the most languages';
  return { model: model.name, found, voices: listOwn(model), hasList: true };
}

/** LocalAI: a name of a voice takes the place of the one that the model is set up with. */
function describeModelsAsVoices(models: readonly ServerModel[]): Described {
  const voices = models
    .filter(({ speaks }) => speaks)
    .map(({ name }) => ({
      name: undefined,
      model: name,
      language: findLanguageInName(name),
      gender: undefined,
    }));
  const found = 'the models that the server lists as speaking';
  return { model: voices[0]?.model ?? '', found, voices, hasList: true, languageField: 'tag' };
}

/** speaches: each model with its voices; those of Piper are one voice each. */
function describeByModel(models: readonly ServerModel[]): Described {
  // Its reader of text has no Chinese for Kokoro (speaches issues 513 and 647): nothing would be said.
  const isMute = ({ name, language }: ServerVoice) => language === 'zh' && isKokoroVoice(name ?? '');
  const voices = models.flatMap(listOwn).filter(voice => !isMute(voice));
  const found = 'the models with voices that the server lists';
  return { model: voices[0]?.model ?? '', found, voices, hasList: true };
}

function listOwn(model: ServerModel): ServerVoice[] {
  return (model.voices ?? []).flatMap(voice => toVoice(voice, model.name) ?? []);
}

/** Undefined for one that speaks none of our languages. */
function toVoice({ name, language, gender }: ListedVoice, model: string): ServerVoice | undefined {
  const known = readVoiceName(name);
  const code = language === undefined ? known.language : readLanguage(language);
  if (language !== undefined && code === undefined) return undefined;
  const own = gender === 'male' || gender === 'female' ? gender : known.gender;
  return { name, model, language: code, gender: own };
}

/** All its models are one. Of Kokoro's, voices of people's own are left out, because no language of theirs is known. */
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
    voices: all.filter(({ language }) => language !== undefined),
    hasList: true,
    languageField: 'lang_code',
  };
}

/** A server that says nothing of its voices is asked for the names that most know. */
function describePlain(models: readonly ServerModel[], named: string | undefined): Described | undefined {
  const speaking = models.filter(({ speaks }) => speaks).map(({ name }) => name);
  const model = named ?? (speaking.includes('tts-1') ? 'tts-1' : speaking[0]);
  if (model === undefined) return undefined;
  const isOpenAi = models.some(({ owner }) => owner && ownersAtOpenAi.includes(owner));
  const voices = (isOpenAi ? openAiNames : firstNames).flatMap(name => toVoice({ name }, model) ?? []);
  return { model, found: 'the first model with a speech name', voices, hasList: false };
}

/** What servers write for languages that BCP-47 would name otherwise. */
const otherCodes: Readonly<Record<string, LanguageCode>> = { no: 'nb', fil: 'tl', cmn: 'zh' };

/** As in `en-us`, `pt_BR`, `de`; undefined for a language that we do not have. */
function readLanguage(tag: string): LanguageCode | undefined {
  const [code = ''] = tag.toLowerCase().split(/[-_]/u);
  return languages.find(language => language.code === (otherCodes[code] ?? code))?.code;
}

/** Of a model that is a voice: `voice-de-thorsten-low`, `voice-en-us-amy-low`, `kokoros-ja`. */
function findLanguageInName(model: string): LanguageCode | undefined {
  const tag = /^(?:voice|kokoros|piper)-(?<tag>[a-z]{2,3})(?:[-_]|$)/u.exec(model)?.groups?.tag;
  return tag === undefined ? undefined : readLanguage(tag);
}

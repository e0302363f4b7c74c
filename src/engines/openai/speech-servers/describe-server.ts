import type { LanguageCode } from '#shared/languages.ts';
import { isOrpheusList, readKokoroVoice, readOpenAiVoice, readOrpheusVoice } from './known-voices.ts';
import { findLanguageInName, readLanguage } from './read-language.ts';
import type { ListedModel, ListedVoice, SpeechLists } from './read-lists.ts';
import type { Gender, ServerVoice, SpeechServer } from './speech-server.ts';

/** What is known of a server, besides that it may not speak at all. */
export type ServerFacts =
  | { readonly kind: 'speaks'; readonly server: SpeechServer }
  /** A model is named that it does not have; these are those that it has. */
  | { readonly kind: 'lacks'; readonly models: readonly string[] }
  | { readonly kind: 'mute' };

const mute: ServerFacts = { kind: 'mute' };
/** The names that every server knows that was made like OpenAI's of 2023: matatonic/openedai-speech 0.18, `voice_to_speaker.default.yaml`. */
const firstNames = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];
/** Those of `tts-1` today, and who a gateway to OpenAI says its models are owned by. */
const openAiNames = [...firstNames, 'ash', 'coral', 'sage'];
const ownersAtOpenAi = ['openai', 'openai-internal', 'system'];
/** What names of models that speak have in common. */
const speakingName =
  /(^|[^a-z])(x?tts|kokoros?|piper|orpheus|chatterbox|parler|bark|vits|vibevoice|voice|speech|sonic|csm)([^a-z]|$)/iu;
/** What transcribes has such names, too. */
const hearingName = /whisper|transcri|stt|asr/iu;

/**
 * Tells by its lists what a server is that speaks. Read from their sources: Kokoro-FastAPI 0.3 and 0.8, speaches 0.8 and 0.9, LocalAI
 * 4.9, openedai-speech 0.18, Orpheus-FastAPI, Chatterbox-TTS-Server, vLLM-omni; OpenRouter by its documentation.
 * @param named the model that was set, if one was
 */
export function describeServer(lists: SpeechLists, named: string | undefined): ServerFacts {
  const models = lists.models ?? [];
  const names = (lists.voices ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
  if (isKokoroServer(models, lists.voices ?? [])) return describeKokoro(models, names, named);
  if (models.some(({ voices }) => voices)) return describeByModel(models, named);
  if (models.some(({ supported_voices: voices }) => voices)) return describeOpenRouter(models, named);
  if (models.some(({ capabilities }) => capabilities)) return describeLocalAi(models, named);
  if (names.length > 0) return describeNames(models, names, named);
  if (models.some(({ owned_by: owner, id }) => owner === 'user' && id === 'tts-1'))
    return describeOpenedAi(models, named);
  return describePlain(lists, named);
}

function isKokoroServer(models: readonly ListedModel[], voices: readonly ListedVoice[]): boolean {
  if (models.some(({ owned_by: owner }) => owner === 'kokoro')) return true;
  const known = voices.filter(({ name, language }) => !language && name && readKokoroVoice(name));
  return known.length > 0 && known.length * 2 > voices.length;
}

/** All its models are one. Voices of people's own, of which no language is known, are left out: it would say nothing. */
function describeKokoro(
  models: readonly ListedModel[],
  names: readonly string[],
  named: string | undefined,
): ServerFacts {
  const ids = models.map(({ id }) => id);
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const model = named ?? (ids.includes('kokoro') ? 'kokoro' : (ids[0] ?? 'kokoro'));
  const voices = names.flatMap((name): ServerVoice[] => {
    const known = readKokoroVoice(name);
    return known ? [{ name, model, ...known }] : [];
  });
  const found = 'the model of a server with Kokoro’s voices';
  return toFacts({ model, found, voices, hasList: true, languageField: 'lang_code', isKokoro: true }, named);
}

/** speaches: each model with its voices; those of Piper are one voice each. */
function describeByModel(models: readonly ListedModel[], named: string | undefined): ServerFacts {
  const ids = models.map(({ id }) => id);
  const isAlias = named !== undefined && /^tts-1(-hd)?$/u.test(named);
  if (!isAlias && isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const chosen = models.filter(({ id }) => named === undefined || isAlias || id === named);
  const voices = chosen.flatMap(model =>
    (model.voices ?? []).flatMap((voice): ServerVoice[] => toVoice(model, voice)),
  );
  const model = voices[0]?.model ?? named ?? '';
  return toFacts(
    { model, found: 'the models with voices that the server lists', voices, hasList: true },
    named,
  );
}

const piperQualities = ['x_low', 'low', 'medium', 'high'];

function toVoice({ id, task }: ListedModel, { name, language, gender }: ListedVoice): ServerVoice[] {
  if (name === undefined) return [];
  const known = readKokoroVoice(name) ?? readOpenAiVoice(name);
  const code = language === undefined ? known?.language : readLanguage(language);
  // Its reader of text has no Chinese (speaches issues 513 and 647): nothing would be said.
  if (task !== undefined && code === 'zh' && readKokoroVoice(name)) return [];
  if (language !== undefined && code === undefined) return [];
  const piper = piperQualities.indexOf(id.split('-').at(-1) ?? '');
  return [
    {
      name,
      model: id,
      language: code,
      gender: readGender(gender) ?? known?.gender,
      quality: known?.quality ?? Math.max(0, piper),
    },
  ];
}

/** Of the models of a marketplace, those that speak most languages come first. */
const widest = [/^openai\/.*tts/u, /^google\/.*tts/u, /kokoro/u];

/** One of its models, with its voices. One whose last day is past is not taken. */
function describeOpenRouter(models: readonly ListedModel[], named: string | undefined): ServerFacts {
  const today = new Date().toISOString().slice(0, 10);
  const speaking = models.filter(({ supported_voices: voices }) => voices && voices.length > 0);
  const ids = speaking.map(({ id }) => id);
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const lasting = speaking.filter(({ expiration_date: last }) => last === undefined || last >= today);
  const chosen =
    speaking.find(({ id }) => id === named) ??
    widest.map(name => lasting.find(({ id }) => name.test(id))).find(model => model !== undefined) ??
    lasting[0];
  if (!chosen) return mute;
  const voices = chosen.supported_voices?.flatMap(name => toVoice(chosen, { name })) ?? [];
  return toFacts(
    {
      model: chosen.id,
      found: 'the one that speaks most languages of the server’s list',
      voices,
      hasList: true,
    },
    named,
  );
}

/** Its models are its voices: a name of a voice takes the place of the one that the model is set up with. */
function describeLocalAi(models: readonly ListedModel[], named: string | undefined): ServerFacts {
  const speaking = models.filter(
    ({ capabilities }) => capabilities?.includes('tts') && !capabilities.includes('sound_generation'),
  );
  const ids = speaking.map(({ id }) => id);
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const voices = ids
    .filter(id => named === undefined || id === named)
    .map(id => ({
      name: undefined,
      model: id,
      language: findLanguageInName(id),
      gender: undefined,
      quality: 0,
    }));
  const model = voices[0]?.model ?? '';
  return toFacts(
    {
      model,
      found: 'the models that speak by the server’s list',
      voices,
      hasList: true,
      languageField: 'tag',
    },
    named,
  );
}

/** A list of voices of which no more is known than their names. */
function describeNames(
  models: readonly ListedModel[],
  names: readonly string[],
  named: string | undefined,
): ServerFacts {
  const ids = models.map(({ id }) => id);
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const model = named ?? ids.find(speaks) ?? ids[0] ?? 'tts-1';
  const read = isOrpheusList(names)
    ? readOrpheusVoice
    : (name: string) => readOpenAiVoice(name) ?? { language: undefined, gender: undefined, quality: 0 };
  const voices = names.map((name): ServerVoice => ({ name, model, ...read(name) }));
  const isVllm = models.some(({ owned_by: owner }) => owner === 'vllm');
  const languageField = isVllm ? ('word' as const) : undefined;
  return toFacts(
    { model, found: 'the model of a server that lists its voices', voices, hasList: true, languageField },
    named,
  );
}

/** `tts-1` speaks English alone there, whatever the text; `tts-1-hd` hears the language, but wants a graphics card. */
function describeOpenedAi(models: readonly ListedModel[], named: string | undefined): ServerFacts {
  const ids = models.map(({ id }) => id);
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const model = named ?? 'tts-1';
  const heard = 'en es fr de it pt pl tr ru nl cs ar zh hu ko ja hi'.split(' ') as LanguageCode[];
  const spoken: LanguageCode[] = model === 'tts-1-hd' ? heard : ['en'];
  const voices = spoken.flatMap(language => toVoices(firstNames, model, language));
  return toFacts(
    { model, found: 'the first that the server lists for speech', voices, hasList: false },
    named,
  );
}

/** A server that says nothing of its voices is asked for the names that most know. */
function describePlain({ models, hasSpeech }: SpeechLists, named: string | undefined): ServerFacts {
  const ids = models?.map(({ id }) => id) ?? [];
  if (isMissing(ids, named)) return { kind: 'lacks', models: ids };
  const speaking = ids.filter(speaks);
  const first = speaking.includes('tts-1') ? 'tts-1' : speaking[0];
  const model = named ?? first ?? (hasSpeech ? 'tts-1' : undefined);
  if (model === undefined) return mute;
  const isOpenAi = models?.some(({ owned_by: owner }) => owner && ownersAtOpenAi.includes(owner));
  const voices = toVoices(isOpenAi ? openAiNames : firstNames, model, undefined);
  return toFacts({ model, found: 'the first whose name says that it speaks', voices, hasList: false }, named);
}

function toVoices(
  names: readonly string[],
  model: string,
  language: LanguageCode | undefined,
): ServerVoice[] {
  return names.map(name => ({
    name,
    model,
    language,
    gender: readOpenAiVoice(name)?.gender,
    quality: 0,
  }));
}

function toFacts(server: SpeechServer, named: string | undefined): ServerFacts {
  if (server.voices.length === 0) return mute;
  const found = named === undefined ? server.found : 'named by OPENAI_SPEECH_MODEL';
  return { kind: 'speaks', server: { ...server, found } };
}

function speaks(id: string): boolean {
  return speakingName.test(id) && !hearingName.test(id);
}

function isMissing(ids: readonly string[], named: string | undefined): boolean {
  return named !== undefined && ids.length > 0 && !ids.includes(named);
}

function readGender(gender: string | undefined): Gender | undefined {
  return gender === 'male' || gender === 'female' ? gender : undefined;
}

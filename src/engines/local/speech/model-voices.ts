import { availableParallelism } from 'node:os';
import { CodedError } from '#shared/errors.ts';
import { type Language, type LanguageCode, languages } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import {
  addSpeeds,
  assignVoices,
  readVoiceName,
  toEngineVoice,
} from '../../openai-compatible/speech-voices.ts';
import type { EngineVoice } from '../../ports.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import type { VoiceTask } from './voice-child.ts';

/**
 * For each of the model's voices, those of ours that it stands for, by the maker's descriptions (supertonic-py, docs/voices.md): F1 calm and rather low, F2 bright and
 * playful, F3 clear as an announcer, F4 crisp and expressive, F5 gentle; M1 lively, M2 deep and serious, M3 polished and
 * authoritative, M4 soft and youthful, M5 warm and calm. In the order of its `voice.bin`, which is that of the names of its files
 * (sherpa-onnx, scripts/supertonic/generate_voices_bin.py).
 */
const ours: Readonly<Record<string, readonly Voice[]>> = {
  F1: ['alloy', 'Charlotte', 'Serena', 'Lily'],
  F2: ['nova', 'Gigi', 'Mimi', 'Freya'],
  F3: ['Rachel', 'Dorothy', 'Matilda'],
  F4: ['Domi', 'Glinda'],
  F5: ['shimmer', 'Emily', 'Grace', 'Nicole'],
  M1: ['fable', 'Charlie', 'Patrick', 'Jeremy', 'Dave', 'Giovanni'],
  M2: ['onyx', 'Adam', 'Josh', 'Callum', 'Clyde', 'Fin', 'Jessie'],
  M3: ['Daniel', 'Arnold', 'Bill', 'Joseph', 'Paul', 'Drew', 'George'],
  M4: ['Liam', 'Antoni', 'Harry', 'Sam', 'Ethan'],
  M5: ['Michael', 'Santa', 'James', 'Doubting Thomas'],
};

const supertonicNames: readonly string[] = Object.keys(ours);

const supertonicVoices: ReadonlyMap<Voice, string> = new Map(
  Object.entries(ours).flatMap(([name, voices]) => voices.map(voice => [voice, name] as const)),
);

/** The speakers of Kokoro v1.0 in the order of its `voices.bin` (sherpa-onnx, scripts/kokoro/v1.0/generate_voices_bin.py). */
const kokoroNames: readonly string[] = `
  af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky
  am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa
  bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis
  ef_dora em_alex ff_siwis hf_alpha hf_beta hm_omega hm_psi if_sara im_nicola
  jf_alpha jf_gongitsune jf_nezumi jf_tebukuro jm_kumo pf_dora pm_alex pm_santa
  zf_xiaobei zf_xiaoni zf_xiaoxiao zf_xiaoyi zm_yunjian zm_yunxi zm_yunxia zm_yunyang`
  .trim()
  .split(/\s+/u);

/** espeak-ng's names of the languages, by which words are pronounced that are in no lexicon. */
const kokoroLanguages: Partial<Readonly<Record<LanguageCode, string>>> = {
  en: 'en-us',
  es: 'es',
  fr: 'fr-fr',
  hi: 'hi',
  it: 'it',
  pt: 'pt-br',
  zh: 'cmn',
};

export interface ChosenVoice extends Pick<VoiceTask, 'speaker' | 'speed' | 'extra'> {
  readonly name: string;
}

interface VoiceKind {
  /** Part of sherpa-onnx's configuration. @param dataFolder of espeak-ng */
  configure(files: InstalledModel['files'], dataFolder: string): object;
  readonly needsEspeakData: boolean;
  choose(installed: InstalledModel, voice: Voice, language: LanguageCode): ChosenVoice;
  /** The model's own voices; each `speaker` is named by `choose`, too. */
  listOwn(installed: InstalledModel): readonly Pick<EngineVoice, 'name' | 'languages' | 'sex' | 'tags'>[];
  /** @param name one of `listOwn` */
  takeOwn(name: string, language: LanguageCode): ChosenVoice;
}

/** Between 5, fast, and 12; the maker's usual number (pypi.org/project/supertonic). */
const supertonicSteps = 8;

const supertonic: VoiceKind = {
  configure: files => ({
    supertonic: {
      durationPredictor: files['duration-predictor'],
      textEncoder: files['text-encoder'],
      vectorEstimator: files['vector-estimator'],
      vocoder: files.vocoder,
      ttsJson: files.settings,
      unicodeIndexer: files['unicode-indexer'],
      voiceStyle: files.voices,
    },
  }),
  needsEspeakData: false,
  choose: (_, voice, lang) => {
    const { voice: name, speed } = requireChosen(supertonicAtSpeeds.get(voice));
    return { ...supertonic.takeOwn(name, lang), speed };
  },
  listOwn: ({ model: { languages } }) =>
    supertonicNames.map(name => ({
      name,
      languages,
      sex: name.startsWith('F') ? 'female' : 'male',
      tags: [],
    })),
  takeOwn: (name, lang) => ({
    name,
    speaker: supertonicNames.indexOf(name),
    speed: 1,
    extra: { lang, num_steps: supertonicSteps, seed: 1 },
  }),
};
const supertonicAtSpeeds = addSpeeds(supertonicVoices);

const kokoro: VoiceKind = {
  configure: (files, dataDir) => ({
    kokoro: {
      model: files.model,
      voices: files.voices,
      tokens: files.tokens,
      lexicon: [files.lexicon, files['lexicon-zh']].filter(path => path !== undefined).join(','),
      dataDir,
    },
  }),
  needsEspeakData: true,
  choose: (installed, voice, code) => {
    const { voice: speaker, speed } = requireChosen(assignKokoro(installed, code).get(voice));
    return { ...kokoro.takeOwn(speaker.id, code), speed };
  },
  listOwn: installed =>
    listKokoro(installed)
      .map(toEngineVoice)
      .filter(({ languages: own }) => own.some(name => installed.model.languages.includes(name))),
  takeOwn: (name, code) => {
    const own = readVoiceName(name).language ?? code;
    const lang = name.startsWith('b') ? 'en-gb' : (kokoroLanguages[own] ?? own);
    return { name, speaker: kokoroNames.indexOf(name), speed: 1, extra: { lang } };
  },
};

const piper: VoiceKind = {
  configure: (files, dataDir) => ({
    vits: { model: files.model, tokens: files.tokens, dataDir },
  }),
  needsEspeakData: true,
  choose: ({ model: { title } }, voice) => {
    const only = { id: title, name: title, model: title, language: undefined, gender: undefined };
    const { speed } = requireChosen(assignVoices([only]).get(voice));
    return { ...piper.takeOwn(title, 'en'), speed };
  },
  listOwn: ({ model: { title, languages } }) => [{ name: title, languages, tags: [] }],
  takeOwn: name => ({ name, speaker: 0, speed: 1, extra: {} }),
};

const kinds: Readonly<Record<string, VoiceKind>> = { supertonic, kokoro, piper };

function listKokoro({ model: { title } }: InstalledModel) {
  return kokoroNames.map(name => ({ id: name, name, model: title, ...readVoiceName(name) }));
}

function assignKokoro(installed: InstalledModel, code: LanguageCode) {
  return assignVoices(listKokoro(installed).filter(({ language }) => language === code));
}

function requireChosen<Chosen>(chosen: Chosen | undefined): Chosen {
  if (chosen === undefined) throw new TypeError('A model without voices.');
  return chosen;
}

/** Own voices of all models; their ids are `MODEL:NAME`. */
export function listOwnVoices(all: readonly InstalledModel[]): EngineVoice[] {
  return all.flatMap(installed =>
    requireKind(installed.model.kind)
      .listOwn(installed)
      .map(voice => ({ ...voice, id: `${installed.model.name}:${voice.name}` })),
  );
}

/** @throws CodedError `voice_gone` */
export function requireOwnVoice(all: readonly InstalledModel[], id: string, language: Language) {
  for (const installed of all) {
    const own = listOwnVoices([installed]).find(voice => voice.id === id);
    if (own) return { installed, chosen: requireKind(installed.model.kind).takeOwn(own.name, language.code) };
  }
  throw new CodedError('voice_gone', { costsNothing: true });
}

export function listSpeakingModels(installed: readonly InstalledModel[]): InstalledModel[] {
  return installed.filter(({ model }) => model.step === 'speak' && model.kind in kinds);
}

export function findModelFor(
  installed: readonly InstalledModel[],
  { name }: Language,
): InstalledModel | undefined {
  return installed.find(({ model }) => model.languages.includes(name));
}

export function needsEspeakData({ model }: InstalledModel): boolean {
  return requireKind(model.kind).needsEspeakData;
}

/** sherpa-onnx's `OfflineTtsConfig` for a model. @param dataFolder of espeak-ng, for models that need it */
export function composeConfig({ model, files }: InstalledModel, dataFolder: string): object {
  return {
    model: {
      ...requireKind(model.kind).configure(files, dataFolder),
      numThreads: availableParallelism(),
      provider: 'cpu',
      debug: false,
    },
    maxNumSentences: 1,
  };
}

/** @param language English, or the first that the model speaks, if undefined */
export function chooseVoice(installed: InstalledModel, voice: Voice, language?: Language): ChosenVoice {
  const { model } = installed;
  const names = language ? [language.name] : (['English', ...model.languages] as const);
  const name = names.find(each => model.languages.includes(each)) ?? model.languages[0];
  const { code } = requireChosen(languages.find(each => each.name === name));
  return requireKind(model.kind).choose(installed, voice, code);
}

function requireKind(kind: string): VoiceKind {
  const found = kinds[kind];
  if (!found) throw new TypeError(`Unknown kind of voices: ${kind}.`);
  return found;
}

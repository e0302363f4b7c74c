import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createSemaphore } from '#shared/async/semaphore.ts';
import { requireNotCancelled, unlessCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { hasWords } from '#shared/script/unspoken.ts';
import { cleanText } from '../../clean-text.ts';
import type { SpeechEngine, SpeechRequest } from '../../ports.ts';
import { joinSentences, type SpokenSentence } from '../../spoken-sentences.ts';
import { localProvider, type ModelProcessOptions } from '../model-process.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import { createSherpaProcess } from '../sherpa/sherpa-process.ts';
import {
  type ChosenVoice,
  chooseVoice,
  composeConfig,
  findModelFor,
  listOwnVoices,
  needsEspeakData,
  requireOwnVoice,
} from './model-voices.ts';
import type { VoiceAnswer, VoiceTask } from './voice-child.ts';

/**
 * The folder with espeak-ng's rules for how words are pronounced, which Piper's and Kokoro's voices need. It is unpacked from the
 * package of the offline voices into the models folder once: 24 MB.
 * @returns its absolute path
 */
export async function prepareEspeakData(modelsFolder: string): Promise<string> {
  const folder = join(modelsFolder, 'espeak-ng-data');
  if (existsSync(folder)) return folder;
  // Renamed when it is whole: two processes may do this at once.
  const partial = await mkdtemp(`${folder}-`);
  try {
    await unpack(partial);
    await rename(partial, folder);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function unpack(folder: string): Promise<void> {
  const program = new URL(import.meta.resolve('@echogarden/espeak-ng-emscripten'));
  const [source, data] = await Promise.all([
    readFile(program, 'utf8'),
    readFile(new URL('espeak-ng.data', program)),
  ]);
  // The program lists the files that the data file holds one behind the other.
  const entries = source.matchAll(
    /\{filename:"\/usr\/share\/espeak-ng-data\/([^"]+)",start:(\d+),end:(\d+)/gu,
  );
  for (const [, name = '', start, end] of entries) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, data.subarray(Number(start), Number(end)));
  }
}

interface PlannedSentence {
  readonly text: string;
  readonly pauseSeconds: number;
}

/** Longer ones take a voice half a minute and more memory; Kokoro drops what is beyond 510 sounds. */
const maxSentenceCharacters = 300;
/** The voices end a sentence with a little silence themselves. */
const sentencePauseSeconds = 0.2;
const paragraphPauseSeconds = 0.6;

export interface LocalSpeechOptions extends ModelProcessOptions {
  readonly modelsFolder: string;
  readonly installed: readonly [InstalledModel, ...InstalledModel[]];
}

const childPath = new URL('./voice-child.ts', import.meta.url);
/** A sentence takes seconds, on a slow machine with a large model a minute. */
const limitMs = 5 * 60_000;
/** Long texts are cut, so that others have their turn. */
const maxCharacters = 1000;

/** Speaks with installed models, one text at a time. Their languages are those of the catalogue. */
export function createLocalSpeech(options: LocalSpeechOptions): SpeechEngine {
  const { modelsFolder, installed } = options;
  const voices = createSherpaProcess<VoiceTask, VoiceAnswer>({ ...options, childPath, limitMs });
  const turns = createSemaphore(1);

  async function prepareConfig(model: InstalledModel): Promise<object> {
    const dataFolder = needsEspeakData(model) ? await prepareEspeakData(modelsFolder) : '';
    const config = composeConfig(model, dataFolder);
    voices.requireMemory(model.model, config);
    return config;
  }

  return {
    provider: localProvider,
    model: installed[0].model.title,
    identity: JSON.stringify(installed.map(({ model }) => [model.name, model.files])),
    hasPremiumVoices: false,
    maxCharacters,
    getLanguageSupport: language => ({ kind: findModelFor(installed, language) ? 'spoken' : 'unlisted' }),
    getSpeaker: (voice, language = getLanguage('English')) =>
      chooseVoice(findModelFor(installed, language) ?? installed[0], voice, language).name,
    listVoices: async () => listOwnVoices(installed),
    checkReadiness: signal => voices.checkReadiness(installed[0].model.title, signal),
    async speak({ text, voice, language, signal }) {
      requireNotCancelled(signal);
      const sentences = planSentences(text, language);
      if (sentences.length === 0) throw refuse('unspeakable_script', narrationMessages.noWords);
      const { installed: model, chosen } = choose(installed, voice, language);
      const task = { ...chosen, config: await prepareConfig(model) };
      const listener = new AbortController();
      const either = AbortSignal.any([signal, listener.signal]);
      const release = await turns.acquire(signal);
      const spoken = speakAhead(sentences, sentence =>
        voices.work({ ...task, text: sentence }, model.model.title, either),
      );
      void Promise.allSettled(spoken).then(release);
      return await joinSentences(waitForEach(spoken, signal, listener));
    },
    readLoad: turns.readLoad,
    close: voices.close,
  };
}

/** @throws CodedError `voice_gone`; `provider_unavailable` if no model speaks the language */
function choose(
  installed: readonly InstalledModel[],
  voice: SpeechRequest['voice'],
  language: Language,
): { installed: InstalledModel; chosen: ChosenVoice } {
  if (typeof voice !== 'string') return requireOwnVoice(installed, voice.id, language);
  const model = findModelFor(installed, language);
  if (model) return { installed: model, chosen: chooseVoice(model, voice, language) };
  const message = fill(engineMessages.languageWithoutVoice, { language: language.name });
  throw new CodedError('provider_unavailable', { message, costsNothing: true });
}

/**
 * Speaks sentence after sentence without waiting for the listener, who might be slow while others wait: a text of
 * {@link maxCharacters} takes some MB. After an error the rest fails alike.
 */
function speakAhead(
  sentences: readonly PlannedSentence[],
  speak: (text: string) => Promise<VoiceAnswer>,
): Promise<SpokenSentence>[] {
  let before: Promise<unknown> = Promise.resolve();
  return sentences.map(({ text }, at) => {
    const pauseSeconds = sentences[at - 1]?.pauseSeconds ?? 0;
    const spoken = before.then(async () => {
      const { samples, sampleRateHz } = await speak(text);
      const limited = samples.map(sample => Math.max(-1, Math.min(1, sample)));
      return { text, pauseSeconds, samples: limited, sampleRateHz };
    });
    // It is thrown when its turn comes; until then it must not count as unhandled.
    spoken.catch(() => {});
    before = spoken;
    return spoken;
  });
}

async function* waitForEach(
  spoken: readonly Promise<SpokenSentence>[],
  signal: AbortSignal,
  listener: AbortController,
): AsyncGenerator<SpokenSentence, void, undefined> {
  try {
    for (const each of spoken) yield await unlessCancelled(each, signal);
  } finally {
    listener.abort();
  }
}

function planSentences(text: string, { code }: Language): PlannedSentence[] {
  return splitSentences(cleanText(text), code).flatMap(sentence => {
    const pauseSeconds = sentence.slice(sentence.trimEnd().length).includes('\n')
      ? paragraphPauseSeconds
      : sentencePauseSeconds;
    return cutAtSentences(sentence.replaceAll('\n', ' '), maxSentenceCharacters, code)
      .filter(hasWords)
      .map(piece => ({ text: piece, pauseSeconds }));
  });
}

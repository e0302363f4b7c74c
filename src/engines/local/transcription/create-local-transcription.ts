import { availableParallelism } from 'node:os';
import type { OfflineRecognizerResult } from 'sherpa-onnx-node';
import { createSemaphore } from '#shared/async/semaphore.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { fill } from '#shared/messages/message.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { joinPieces } from '#shared/transcript/hear-pieces.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import type { TranscriptionEngine } from '../../ports.ts';
import { findLanguage } from '../../provider/to-heard.ts';
import { localProvider, type ModelProcessOptions } from '../model-process.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import { createSherpaProcess } from '../sherpa/sherpa-process.ts';
import type { HeardWindow, HearingTask } from './hearing-child.ts';

/** What differs between the kinds of models. Whisper ends its process at a code that it does not know. */
const kinds: Readonly<Record<string, (files: InstalledModel['files'], language: string) => object>> = {
  whisper: ({ encoder, decoder, tokens }, language) => ({
    // Times of tokens would need other exports of the model (sherpa-onnx, pull request 2945).
    whisper: { encoder, decoder, language, task: 'transcribe', enableSegmentTimestamps: 1 },
    tokens,
  }),
  parakeet: ({ encoder, decoder, joiner, tokens }) => ({
    transducer: { encoder, decoder, joiner },
    tokens,
    modelType: 'nemo_transducer',
  }),
};

export function listHearingModels(installed: readonly InstalledModel[]): InstalledModel[] {
  return installed.filter(({ model }) => model.step === 'hear' && model.kind in kinds);
}

/**
 * A model of few languages knows them best; if the language is not known, only that of most serves.
 * @returns undefined if no model knows the language
 */
function chooseHearingModel(
  installed: readonly InstalledModel[],
  language: Language | undefined,
): InstalledModel | undefined {
  const bySize = installed.toSorted(
    (one, other) => one.model.languages.length - other.model.languages.length,
  );
  if (language) return bySize.find(({ model }) => model.languages.includes(language.name));
  const most = bySize.at(-1)?.model.languages.length;
  return bySize.find(({ model }) => model.languages.length === most);
}

/** sherpa-onnx's `OfflineRecognizerConfig` for a model. @param language detected if undefined */
function composeHearingConfig({ model, files }: InstalledModel, language?: Language): object {
  const code = language?.code === 'nb' ? 'no' : (language?.code ?? '');
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: {
      ...kinds[model.kind]?.(files, code),
      numThreads: availableParallelism(),
      provider: 'cpu',
      debug: 0,
    },
  };
}

/** Of a token whose duration is unknown: a frame of the encoder. */
const usualTokenSeconds = 0.08;
const pauseSeconds = 1;
const sentenceEnd = /[.!?…。！？]["'”’)]?$/u;

/** What sherpa-onnx's recogniser answers about a window. @param durationSeconds of the window */
export function readResult(result: OfflineRecognizerResult, durationSeconds: number): Heard {
  const { lang, text } = result;
  const language = findLanguage(lang);
  const words = readWords(result);
  if (words.length > 0) return { language, segments: joinSentences(words) };
  const segments = readSegments(result, durationSeconds) ?? [
    { text, startSeconds: 0, endSeconds: durationSeconds },
  ];
  return {
    language,
    segments: segments
      .map(segment => ({ ...segment, text: segment.text.trim() }))
      .filter(segment => segment.text !== ''),
  };
}

function readSegments(result: OfflineRecognizerResult, durationSeconds: number): SpokenCue[] | undefined {
  const { segment_timestamps: starts = [], segment_durations: durations = [] } = result;
  return result.segment_texts?.map((text, at) => {
    const startSeconds = starts[at] ?? 0;
    const seconds = durations[at] ?? 0;
    // Of the last one it is unknown if it goes on to the end.
    const endSeconds = seconds > 0 ? startSeconds + seconds : (starts[at + 1] ?? durationSeconds);
    return { text, startSeconds, endSeconds };
  });
}

function readWords({ tokens, timestamps, durations }: OfflineRecognizerResult): SpokenCue[] {
  const words: SpokenCue[] = [];
  for (const [at, startSeconds] of timestamps.entries()) {
    const token = tokens[at] ?? '';
    const endSeconds = startSeconds + (durations[at] || usualTokenSeconds);
    const before = token.startsWith(' ') ? undefined : words.pop();
    const text = `${before?.text ?? ''}${token.trim()}`;
    words.push({ text, startSeconds: before?.startSeconds ?? startSeconds, endSeconds });
  }
  return words.filter(({ text }) => text !== '');
}

function joinSentences(words: readonly SpokenCue[]) {
  const sentences: SpokenCue[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const isNew =
      !before || sentenceEnd.test(before.text) || word.startSeconds - before.endSeconds >= pauseSeconds;
    if (isNew) sentences.push([word]);
    else sentences.at(-1)?.push(word);
  }
  return sentences.map(sentence => ({
    text: sentence.map(({ text }) => text).join(' '),
    startSeconds: sentence[0]?.startSeconds ?? 0,
    endSeconds: sentence.at(-1)?.endSeconds ?? 0,
    words: sentence,
  }));
}

export interface LocalTranscriptionOptions extends ModelProcessOptions {
  readonly installed: readonly [InstalledModel, ...InstalledModel[]];
}

const childPath = new URL('./hearing-child.ts', import.meta.url);
/** 40 MB of samples. */
const maxDecodedSeconds = 600;
/** Callers cut shorter pieces, so that a slow machine shows progress. */
const maxSeconds = 120;
const limitMs = 3 * maxDecodedSeconds * 1000;

/** Transcribes with installed models, one sound at a time. Their languages are those of the catalogue. */
export function createLocalTranscription(options: LocalTranscriptionOptions): TranscriptionEngine {
  const { installed } = options;
  const recogniser = createSherpaProcess<HearingTask, HeardWindow[]>({ ...options, childPath, limitMs });
  const turns = createSemaphore(1);
  const usual = chooseHearingModel(installed, undefined) ?? installed[0];

  return {
    provider: localProvider,
    model: usual.model.title,
    maxSeconds,
    checkReadiness: signal => recogniser.checkReadiness(usual.model.title, signal),
    async transcribe({ mp3, language, signal }) {
      requireNotCancelled(signal);
      const chosen = chooseHearingModel(installed, language);
      if (!chosen) {
        const message = fill(engineMessages.languageNotHeard, { language: language?.name ?? '' });
        throw new CodedError('provider_unavailable', { message, costsNothing: true });
      }
      const config = composeHearingConfig(chosen);
      const release = await turns.acquire(signal);
      try {
        recogniser.requireMemory(chosen.model, config);
        const task = {
          config,
          configNow: composeHearingConfig(chosen, language),
          mp3,
          maxSeconds: maxDecodedSeconds,
        };
        const windows = await recogniser.work(task, chosen.model.title, signal);
        return joinPieces(
          windows.map(({ result, ...place }) => ({
            ...place,
            heard: readResult(result, place.durationSeconds),
          })),
        );
      } finally {
        release();
      }
    },
    close: recogniser.close,
  };
}

import { createSemaphore } from '#shared/async/semaphore.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import { joinPieces } from '#shared/transcript/join-pieces.ts';
import type { TranscriptionEngine } from '../../ports.ts';
import { localProvider, readFreeMemory } from '../model-process.ts';
import type { InstalledModel } from '../models/installed-models.ts';
import { createSherpaProcess } from '../sherpa/sherpa-process.ts';
import type { HeardWindow, HearingTask } from './hearing-child.ts';
import { chooseHearingModel, composeHearingConfig } from './hearing-models.ts';
import { readResult } from './read-result.ts';

export interface LocalTranscriptionOptions {
  /** That transcribe, in the order of the catalogue: at least one. */
  readonly installed: readonly [InstalledModel, ...InstalledModel[]];
  /** The memory of an idle model is freed after this long. */
  readonly restMs?: number;
  readonly readFreeMegabytes?: () => number;
}

const childPath = new URL('./hearing-child.ts', import.meta.url);
const usualRestMs = 5 * 60_000;
/** 40 MB of samples. */
const maxDecodedSeconds = 600;
/** Callers cut shorter pieces, so that a slow machine shows progress. */
const maxSeconds = 120;
/** On a slow machine a model takes longer than the sound. */
const limitMs = 3 * maxDecodedSeconds * 1000;

/** Transcribes with installed models, one sound at a time. Their languages are those of the catalogue. */
export function createLocalTranscription({
  installed,
  restMs = usualRestMs,
  readFreeMegabytes = readFreeMemory,
}: LocalTranscriptionOptions): TranscriptionEngine {
  const recogniser = createSherpaProcess<HearingTask, HeardWindow[]>({
    childPath,
    restMs,
    limitMs,
    readFreeMegabytes,
  });
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
    close: async () => recogniser.close(),
  };
}

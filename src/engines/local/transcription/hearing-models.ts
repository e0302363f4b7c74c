import { availableParallelism } from 'node:os';
import type { Language } from '#shared/languages.ts';
import type { InstalledModel } from '../models/installed-models.ts';

type Files = InstalledModel['files'];

/** What differs between the kinds of models. Whisper ends its process at a code that it does not know. */
const kinds: Readonly<Record<string, (files: Files, language: string) => object>> = {
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

/** Installed models that can transcribe, in the order of the catalogue. */
export function listHearingModels(installed: readonly InstalledModel[]): InstalledModel[] {
  return installed.filter(({ model }) => model.step === 'hear' && model.kind in kinds);
}

/**
 * A model of few languages knows them best; if the language is not known, only that of most serves.
 * @returns undefined if no model knows the language
 */
export function chooseHearingModel(
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
export function composeHearingConfig({ model, files }: InstalledModel, language?: Language): object {
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

import { useEffect, useState } from 'react';
import { standardVoices } from '#shared/voices.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { isLoading } from './narration-state.ts';
import type { TimedWork } from './timed-work.ts';
import type { Choices } from './use-choices.ts';
import type { Narration } from './use-narration.ts';
import type { Speech } from './use-speech.ts';
import type { VideoChoice } from './use-video-choice.ts';

/** The sample video that comes with the page, alone or with a finished narration. */
export interface Example {
  /** The finished narration is open, unchanged. */
  readonly isOpen: boolean;
  /** @throws CodedError if the video does not arrive */
  tryClip(): Promise<void>;
  /** Opens it with a narration in the chosen language, or in English, and has it spoken. @throws as `tryClip` */
  openFinished(): Promise<void>;
}

interface ExampleParts {
  readonly choice: VideoChoice;
  readonly choices: Choices;
  readonly narration: Narration;
  readonly timed: TimedWork;
  readonly speech: Speech;
}

export function useExample({ choice, choices, narration, timed, speech }: ExampleParts): Example {
  const [script, setScript] = useState<string>();
  const [isUnspoken, setUnspoken] = useState(false);
  const { state } = narration;
  const canSpeak = isUnspoken && choice.video && timed.lines.length > 0 && !isLoading(state);

  useEffect(() => {
    if (!canSpeak) return;
    setUnspoken(false);
    speech.speak();
  });

  return {
    isOpen: script !== undefined && script === state.script,
    async tryClip() {
      const { fetchSampleClip, getSamplePrompt } = await loadExample();
      const file = await fetchSampleClip();
      if (choices.prompt.trim() === '') choices.change({ prompt: getSamplePrompt() });
      await choice.choose(file);
    },
    async openFinished() {
      const { fetchExample } = await loadExample();
      const { file, language, script: finished } = await fetchExample(choices.language);
      choices.change({ language, voice: choices.voice ?? standardVoices[0], describes: undefined });
      await choice.choose(file);
      narration.replaceScript({ script: finished, scriptLanguage: language });
      setScript(finished);
      setUnspoken(true);
    },
  };
}

function loadExample() {
  return loadChunk('example', () => import('./fetch-example.ts'));
}

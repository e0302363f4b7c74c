import { type RefObject, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { promptExampleMessages } from '#shared/messages/prompt-examples.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { fetchSampleClip } from './sample-clip.ts';
import classes from './sample-clip-button.module.css';
import type { Choices } from './use-choices.ts';
import type { VideoChoice } from './use-video-choice.ts';

interface SampleClipButtonProps {
  readonly choice: VideoChoice;
  readonly choices: Choices;
  /** Gets the focus once the sample is there and this button has gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

/** Adds the sample video that comes with the page, and a prompt where there is none. */
export function SampleClipButton({ choice, choices, focusFallback }: SampleClipButtonProps) {
  const [isOnItsWay, setOnItsWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = useFocusFallback(true, focusFallback);

  async function choose(): Promise<void> {
    setProblem(undefined);
    setOnItsWay(true);
    try {
      const file = await fetchSampleClip();
      if (choices.prompt.trim() === '') choices.change({ prompt: t(promptExampleMessages.samplePrompt) });
      await choice.choose(file);
    } catch (error) {
      noteFailure(error);
      setProblem(describeFailure(error));
    } finally {
      setOnItsWay(false);
    }
  }

  return (
    <>
      <button
        type="button"
        {...place}
        className={classes.button}
        aria-disabled={isOnItsWay || undefined}
        onClick={() => {
          if (!isOnItsWay) void choose();
        }}
      >
        {t(isOnItsWay ? studioMessages.loadingSample : studioMessages.trySample)}
      </button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

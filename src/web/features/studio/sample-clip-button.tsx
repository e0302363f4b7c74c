import { type RefObject, useState } from 'react';
import { describeFailure } from '../../lib/describe-failure.ts';
import { noteFailure } from '../../lib/early-errors.ts';
import { useFocusFallback } from '../../lib/use-focus-fallback.ts';
import { fetchSampleClip, samplePrompt } from './sample-clip.ts';
import classes from './sample-clip-button.module.css';
import type { Choices } from './use-choices.ts';
import type { VideoChoice } from './use-video-choice.ts';

interface SampleClipButtonProps {
  readonly choice: VideoChoice;
  readonly choices: Choices;
  /** What chooses another video: the keyboard is there once the clip is here, and this button gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

/** For who has no video at hand: the film that comes with the page, chosen as a file is, and a prompt where there is none. */
export function SampleClipButton({ choice, choices, focusFallback }: SampleClipButtonProps) {
  const [isOnItsWay, setOnItsWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = useFocusFallback(true, focusFallback);

  async function choose(): Promise<void> {
    setProblem(undefined);
    setOnItsWay(true);
    try {
      const file = await fetchSampleClip();
      if (choices.prompt.trim() === '') choices.change({ prompt: samplePrompt });
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
        {isOnItsWay ? 'Fetching our clip …' : 'Try it with our clip'}
      </button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

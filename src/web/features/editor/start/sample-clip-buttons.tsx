import { type RefObject, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { PlainButton } from '../../../components/button.tsx';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import { useFocusFallback } from '../../../lib/focus.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './sample-clip-buttons.module.css';

interface SampleClipButtonsProps {
  /** Gets the focus once the sample is there and these buttons have gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

export function SampleClipButtons({ focusFallback }: SampleClipButtonsProps) {
  const editor = useEditor();
  const [isOnItsWay, setOnItsWay] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = useFocusFallback(true, focusFallback);

  async function choose(way: 'openFinished' | 'openSample'): Promise<void> {
    setProblem(undefined);
    setOnItsWay(true);
    try {
      const example = await loadChunk('example', () => import('./open-example.ts'));
      await example[way](editor);
    } catch (error) {
      noteFailure(error);
      setProblem(describeFailure(error));
    } finally {
      setOnItsWay(false);
    }
  }

  const button = { className: classes.button, isBusy: isOnItsWay };
  return (
    <div className={classes.samples} {...place}>
      <PlainButton {...button} onClick={() => void choose('openFinished')}>
        {t(studioMessages.seeExample)}
      </PlainButton>
      <PlainButton {...button} onClick={() => void choose('openSample')}>
        {t(isOnItsWay ? studioMessages.loadingSample : studioMessages.trySample)}
      </PlainButton>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

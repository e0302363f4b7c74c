import { type ReactNode, useId } from 'react';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { Slider } from '../../../components/slider.tsx';
import { formatDuration } from '../../../lib/format.ts';
import { changeSettings } from '../model/change-document.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { compareLengths } from './compare-lengths.ts';
import classes from './spoken-length.module.css';

interface SpokenLengthProps {
  /** How long the recording takes at its tempo; undefined until it is known. */
  readonly spokenSeconds: number | undefined;
  /** What changes the length of the text. */
  readonly children?: ReactNode;
}

/** Beyond these speeds speech is hard to follow or sounds drowsy. */
const slowest = 0.8;
const fastest = 1.2;
const speedStep = 0.05;

/** The measured length of the recording, how it fits the video, and what changes it: the text, or the speed. */
export function SpokenLength({ spokenSeconds, children }: SpokenLengthProps) {
  const { store } = useEditor();
  const narration = useEditorState(getNarration);
  const videoSeconds = useEditorState(({ video }) => video?.facts.durationSeconds);
  const speed = narration?.settings.tempo ?? 1;
  const setSpeed = (tempo: number) => narration && changeSettings(store, narration, { tempo });
  const speedId = useId();
  const fit =
    spokenSeconds === undefined || videoSeconds === undefined
      ? undefined
      : compareLengths(spokenSeconds, videoSeconds);
  return (
    <div className={classes.row}>
      <p className={classes.fit} data-fit={fit?.kind} aria-live="polite">
        {spokenSeconds !== undefined && (
          <span>{t(playerMessages.length, { duration: formatDuration(spokenSeconds) })}</span>
        )}
        {fit && <strong>{fit.sentence}</strong>}
      </p>
      {children}
      <div className={classes.speed}>
        <label htmlFor={speedId}>{t(playerMessages.speed)}</label>
        <Slider
          id={speedId}
          aria-valuetext={describeSpeed(speed)}
          min={slowest}
          max={fastest}
          step={speedStep}
          value={speed}
          onChange={event => setSpeed(roundSpeed(Number(event.currentTarget.value)))}
        />
        <output htmlFor={speedId}>{describeSpeed(speed)}</output>
      </div>
    </div>
  );
}

/** Steps of a slider add up to numbers such as 1.0500000000000003. */
function roundSpeed(speed: number): number {
  return Math.round(speed * 100) / 100;
}

function describeSpeed(speed: number): string {
  return t(playerMessages.speedValue, { speed: speed.toFixed(2) });
}

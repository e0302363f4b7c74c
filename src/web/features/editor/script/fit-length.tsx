import { type ReactNode, type RefObject, useId } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { isTimed } from '#shared/narration/project.ts';
import {
  computeAvailable,
  countSpokenUnits,
  type FitContext,
  type ScriptChange,
} from '#shared/script/time-budget.ts';
import { Button } from '../../../components/button.tsx';
import { Slider } from '../../../components/slider.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatDuration } from '../../../lib/format.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { lazyJobs } from '../jobs/status.tsx';
import { changeSettings } from '../model/change-document.ts';
import { getNarration, getText } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './fit-length.module.css';

/** Speech that fills less than this share of its video is clearly shorter. */
const clearlyShorter = 0.8;

interface FitFacts extends Omit<FitContext, 'durationSeconds'> {
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName | undefined;
  readonly canExpand: boolean;
}

/**
 * What would make a script fit its video: undefined where it fits, as it was measured, or else by its language's usual rate, and
 * where nothing can be offered.
 */
export function chooseFitChange({ canExpand, videoSeconds, ...text }: FitFacts): ScriptChange | undefined {
  const { script, spokenSeconds } = text;
  if (videoSeconds === undefined || script.length > maxRewrittenCharacters) return undefined;
  const language = getLanguage(text.language ?? 'English');
  const units = countSpokenUnits(language, script);
  if (units === 0) return undefined;
  const available = computeAvailable(language, { script, durationSeconds: videoSeconds, spokenSeconds });
  const seconds = spokenSeconds ?? (units / language.speakingRate.perMinute) * 60;
  if (seconds > videoSeconds + 1 && units > available.count) return 'shorten';
  const isShort = seconds < clearlyShorter * videoSeconds && units < clearlyShorter * available.count;
  return canExpand && isShort ? 'lengthen' : undefined;
}

interface FitButtonProps {
  /** How long the recording takes as it is heard now; undefined while there is none. */
  readonly spokenSeconds: number | undefined;
  /** Gets the focus once the button has gone. */
  readonly focusFallback: RefObject<HTMLElement | null>;
}

export function FitButton({ spokenSeconds, focusFallback }: FitButtonProps) {
  const editor = useEditor();
  const { data: config } = usePublicConfig();
  const canExpand = config?.engines.script.canExpand ?? false;
  const change = useEditorState(state => {
    const narration = getNarration(state);
    // A narration with times is made to fit line by line.
    if (!narration || state.job || isTimed(narration)) return undefined;
    return chooseFitChange({
      script: getText(narration),
      language: narration.language,
      spokenSeconds,
      videoSeconds: state.video?.facts.durationSeconds,
      canExpand,
    });
  });
  const focus = useFocusFallback(change !== undefined, focusFallback);
  if (!change) return null;
  const rewrite = () =>
    void lazyJobs.fetch().then(({ rewriteScript }) => rewriteScript(editor, change, spokenSeconds));
  return (
    <Button variant="default" onClick={rewrite} {...focus}>
      {t(studioMessages[change])}
    </Button>
  );
}

interface Fit {
  readonly kind: 'fits' | 'short' | 'long';
  /** Such as "18 s longer than the video". */
  readonly sentence: string;
}

/** Nobody notices less at the end of a video: a second, or 2 % of long ones. */
const toleranceSeconds = 1;
const toleranceShare = 0.02;

/**
 * Compares the measured length of a recording with that of its video.
 * @param spokenSeconds how long it takes at the speed at which it is heard
 */
export function compareLengths(spokenSeconds: number, videoSeconds: number): Fit {
  const difference = spokenSeconds - videoSeconds;
  if (Math.abs(difference) <= Math.max(toleranceSeconds, toleranceShare * videoSeconds))
    return { kind: 'fits', sentence: t(playerMessages.sameLength) };
  const length = { difference: printLength(Math.abs(difference)) };
  return difference < 0
    ? { kind: 'short', sentence: t(playerMessages.shorter, length) }
    : { kind: 'long', sentence: t(playerMessages.longer, length) };
}

function printLength(seconds: number): string {
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  const rest = whole % 60;
  if (minutes === 0) return `${rest} s`;
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`;
}

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

import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxRewrittenCharacters } from '#shared/limits.ts';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { newCutLinesMessages } from '#shared/messages/new-cut-lines.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { workspaceMessages as messages } from '#shared/messages/workspace.ts';
import { isTimed, type Narration } from '#shared/narration/project.ts';
import { findOriginal } from '#shared/narration/translations.ts';
import {
  computeAvailable,
  countSpokenUnits,
  type FitContext,
  type ScriptChange,
} from '#shared/script/time-budget.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { type MenuAction, MoreMenu } from '../../../components/menu.tsx';
import { SliderField } from '../../../components/slider.tsx';
import { useFocusFallback } from '../../../lib/focus.ts';
import { formatDuration } from '../../../lib/format.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { makeSpokenSubtitles, speak } from '../jobs/speak.ts';
import { lazyJobs } from '../jobs/status.tsx';
import { changeSettings, runOnNarration } from '../model/change-document.ts';
import { focusLine } from '../model/edit-lines.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findTooLong, getLineStates, type LineState, nameFitting } from '../model/line-states.ts';
import { planVoice } from '../model/plan-voice.ts';
import { getNarration, getText, hasTimes, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { hasImportedLines } from '../panels/transcript-panel.tsx';
import classes from './script-head.module.css';
import { askForScript, hasSubtitles, type OpenScript } from './script-text.tsx';

export function ScriptHead({ own }: { readonly own: OpenScript }) {
  const isLines = useEditorState(hasTimes);
  const head = useRef<HTMLDivElement>(null);
  return (
    <div className={`row soft small ${classes.head}`} ref={head} tabIndex={-1}>
      {isLines ? <LinesSum /> : <Length focusFallback={head} />}
      <ScriptMenu own={own} isLines={isLines} />
    </div>
  );
}

function LinesSum() {
  const editor = useEditor();
  const lines = useEditorState(getLineStates);
  const isFixed = useEditorState(isReadOnly);
  const canSpeak = useEditorState(({ job }) => job === undefined && getVoice(editor) !== undefined);
  const tooLong = findTooLong(lines);
  const toCheck = lines.filter(({ line }) => line.toCheck);
  function showNext() {
    const { selectedLineId } = editor.store.getState();
    const at = lines.findIndex(({ line }) => line.id === selectedLineId);
    const next = toCheck.find(({ index }) => index > at) ?? toCheck[0];
    if (next) focusLine(next.line.id);
  }
  return (
    <>
      <p className="flat" role="status">
        {describeLines(lines, tooLong, toCheck.length)}
      </p>
      {toCheck.length > 0 && <TextButton onClick={showNext}>{t(newCutLinesMessages.showNext)}</TextButton>}
      {tooLong.some(({ line }) => !line.isLocked) && !isFixed && (
        <Button variant="default" disabled={!canSpeak} onClick={() => speak(editor, { shorten: true })}>
          {nameFitting(lines)}
        </Button>
      )}
    </>
  );
}

function describeLines(
  lines: readonly LineState[],
  tooLong: readonly LineState[],
  toCheckCount: number,
): string {
  const { lines: count, allHaveAudio, someHaveAudio, allFit, someLeftOut, someTooLong } = lineEditorMessages;
  // A line that could not be spoken is silent.
  const spoken = lines.filter(({ isSpoken, needSeconds }) => isSpoken && needSeconds > 0).length;
  const isLeftOut = tooLong.some(({ leftOut }) => leftOut !== undefined);
  const facts = [
    t(count, { count: lines.length }),
    spoken === lines.length && t(allHaveAudio),
    spoken > 0 && spoken < lines.length && t(someHaveAudio, { count: spoken }),
    tooLong.length === 0 ? t(allFit) : t(isLeftOut ? someLeftOut : someTooLong, { count: tooLong.length }),
    toCheckCount > 0 && t(newCutLinesMessages.someToCheck, { count: toCheckCount }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Beyond these speeds speech is hard to follow or sounds drowsy. */
const speeds = { min: 0.8, max: 1.2, step: 0.05 };

/** Of a continuous script: how long it is, beside its video, and what makes it fit: another text, or another speed. */
function Length({ focusFallback }: { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const editor = useEditor();
  const canExpand = usePublicConfig().data?.engines.script.canExpand ?? false;
  const narration = useEditorState(getNarration);
  const spokenSeconds = useEditorState(getHeardSeconds);
  const videoSeconds = useEditorState(({ video }) => video?.facts.durationSeconds);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  // A narration with times is made to fit line by line.
  const isWhole = narration && !isTimed(narration);
  const text = isWhole && { script: getText(narration), language: narration.language, spokenSeconds };
  const change = text && !isWorking ? chooseFitChange({ ...text, videoSeconds, canExpand }) : undefined;
  const focus = useFocusFallback(change !== undefined, focusFallback);
  const rewrite = change && (
    <Button
      variant="default"
      onClick={() =>
        void lazyJobs.fetch().then(({ rewriteScript }) => rewriteScript(editor, change, spokenSeconds))
      }
      {...focus}
    >
      {t(studioMessages[change])}
    </Button>
  );
  if (!narration || spokenSeconds === undefined) return rewrite;
  const speed = narration.settings.tempo ?? 1;
  const fit = videoSeconds === undefined ? undefined : compareLengths(spokenSeconds, videoSeconds);
  return (
    <div className="row">
      <p className={`row flat ${classes.fit}`} data-fit={fit?.kind} aria-live="polite">
        <span>{t(playerMessages.length, { duration: formatDuration(spokenSeconds) })}</span>
        {fit && <strong>{fit.sentence}</strong>}
      </p>
      {rewrite}
      <div className={classes.speed}>
        <SliderField
          {...speeds}
          label={t(playerMessages.speed)}
          text={t(playerMessages.speedValue, { speed: speed.toFixed(2) })}
          value={speed}
          onChoose={tempo => changeSettings(editor.store, narration, { tempo })}
        />
      </div>
    </div>
  );
}

function getHeardSeconds(state: EditorState): number | undefined {
  const narration = getNarration(state);
  return narration && !isTimed(narration) ? planVoice(state)?.soundSeconds : undefined;
}

const clearlyShorter = 0.8;

interface FitFacts extends Omit<FitContext, 'durationSeconds'> {
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName | undefined;
  readonly canExpand: boolean;
}

/** Undefined where it fits, as measured, or else by its language's usual rate, and where nothing can be offered. */
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

/** Nobody notices less at the end of a video: a second, or 2 % of long ones. */
const toleranceSeconds = 1;
const toleranceShare = 0.02;

/** Compares the measured length of a recording with that of its video. @param spokenSeconds how long it takes at the speed at which it is heard */
export function compareLengths(spokenSeconds: number, videoSeconds: number) {
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

export function getOriginal(state: EditorState): Narration | undefined {
  const shown = getNarration(state);
  const original = shown && findOriginal(state.project, shown);
  return original === shown ? undefined : original;
}

function ScriptMenu({ own, isLines }: { readonly own: OpenScript; readonly isLines: boolean }) {
  const editor = useEditor();
  const { store } = editor;
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const areSubtitles = useEditorState(hasImportedLines);
  const isFixed = useEditorState(isReadOnly);
  const canConvert = useEditorState(hasSubtitles);
  const isTranslation = useEditorState(state => getOriginal(state) !== undefined);
  const showsOriginal = useEditorState(state => state.showsOriginal);
  const [isShifting, setShifting] = useState(false);
  const actions: readonly (MenuAction | false)[] = [
    isLines && {
      label: t(lineEditorMessages.shiftAll),
      isPossible: !isFixed,
      choose: () => setShifting(true),
    },
    isLines &&
      isTranslation && {
        label: t(languagesMessages.showOriginal),
        isChosen: showsOriginal,
        choose: () => store.setState({ showsOriginal: !showsOriginal }),
      },
    areSubtitles && {
      label: t(transcriptPanelMessages.speakSubtitles),
      isPossible: !isWorking,
      choose: () => makeSpokenSubtitles(editor, 'lines'),
    },
    canConvert && {
      label: t(studioMessages.convertSubtitles),
      isPossible: !isWorking,
      choose: own.convert,
    },
    { label: t(studioMessages.openScript), isPossible: !isWorking, choose: () => askForScript(own.open) },
  ];
  return (
    <>
      <MoreMenu
        label={t(messages.scriptActions)}
        className={classes.more}
        listGroups={() => [{ actions: actions.filter(action => action !== false) }]}
      />
      {isShifting && <ShiftLines onClose={() => setShifting(false)} />}
    </>
  );
}

function ShiftLines({ onClose }: { readonly onClose: () => void }) {
  const { store } = useEditor();
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);

  function shift(event: SubmitEvent) {
    event.preventDefault();
    const seconds = readSeconds(typed);
    if (seconds === undefined) return setIsWrong(true);
    runOnNarration(store, { type: 'shiftLines', byMs: 1000 * seconds });
    onClose();
  }

  return (
    <Dialog title={t(lineEditorMessages.shiftTitle)} onClose={onClose}>
      <form className="stack" onSubmit={shift}>
        <TextField
          ref={focusInDialog}
          label={t(lineEditorMessages.shiftSeconds)}
          description={t(lineEditorMessages.shiftHint)}
          error={isWrong ? t(lineEditorMessages.shiftWrong) : undefined}
          inputMode="text"
          autoComplete="off"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t(lineEditorMessages.shift)}</Button>
      </form>
    </Dialog>
  );
}

function readSeconds(typed: string): number | undefined {
  const seconds = Number(typed.trim().replace(',', '.').replace(/^[−–]/u, '-'));
  return typed.trim() !== '' && Number.isFinite(seconds) && seconds !== 0 ? seconds : undefined;
}

import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { workspaceMessages as messages } from '#shared/messages/workspace.ts';
import { isTimed } from '#shared/narration/project.ts';
import { findOriginal } from '#shared/narration/translations.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { Dialog, focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { type MenuAction, MenuButton } from '../../../components/menu.tsx';
import { makeSpokenSubtitles, speak } from '../jobs/speak.ts';
import { runOnNarration } from '../model/change-document.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findTooLong, getLineStates, type LineState, nameFitting } from '../model/line-states.ts';
import { planVoice } from '../model/plan-voice.ts';
import { getNarration, getText, hasTimes, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { hasImportedLines } from '../panels/transcript-panel.tsx';
import { FitButton, SpokenLength } from './fit-length.tsx';
import { askForScript, type OpenScript } from './own-script-ways.tsx';
import classes from './script-head.module.css';

/** How the script is as a whole, and what is done with all of it. */
export function ScriptHead({ own }: { readonly own: OpenScript }) {
  const isLines = useEditorState(hasTimes);
  const head = useRef<HTMLDivElement>(null);
  return (
    <div className={classes.head} ref={head} tabIndex={-1}>
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
  return (
    <>
      <p className={classes.sum} role="status">
        {describeLines(lines, tooLong)}
      </p>
      {tooLong.some(({ line }) => !line.isLocked) && !isFixed && (
        <Button variant="default" disabled={!canSpeak} onClick={() => speak(editor, { shorten: true })}>
          {nameFitting(lines)}
        </Button>
      )}
    </>
  );
}

function describeLines(lines: readonly LineState[], tooLong: readonly LineState[]): string {
  const { lines: count, allHaveAudio, someHaveAudio, allFit, someLeftOut, someTooLong } = lineEditorMessages;
  // A line that could not be spoken is silent.
  const spoken = lines.filter(({ isSpoken, needSeconds }) => isSpoken && needSeconds > 0).length;
  const isLeftOut = tooLong.some(({ leftOut }) => leftOut !== undefined);
  const facts = [
    t(count, { count: lines.length }),
    spoken === lines.length && t(allHaveAudio),
    spoken > 0 && spoken < lines.length && t(someHaveAudio, { count: spoken }),
    tooLong.length === 0 ? t(allFit) : t(isLeftOut ? someLeftOut : someTooLong, { count: tooLong.length }),
  ];
  return facts.filter(Boolean).join(' · ');
}

/** Of a continuous script: how long it is, beside its video, and what makes it fit. */
function Length({ focusFallback }: { readonly focusFallback: RefObject<HTMLElement | null> }) {
  const spokenSeconds = useEditorState(getHeardSeconds);
  const isSpoken = spokenSeconds !== undefined;
  const fit = <FitButton spokenSeconds={spokenSeconds} focusFallback={focusFallback} />;
  return isSpoken ? <SpokenLength spokenSeconds={spokenSeconds}>{fit}</SpokenLength> : fit;
}

function getHeardSeconds(state: EditorState): number | undefined {
  const narration = getNarration(state);
  return narration && !isTimed(narration) ? planVoice(state)?.soundSeconds : undefined;
}

function ScriptMenu({ own, isLines }: { readonly own: OpenScript; readonly isLines: boolean }) {
  const editor = useEditor();
  const { store } = editor;
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const areSubtitles = useEditorState(hasImportedLines);
  const isFixed = useEditorState(isReadOnly);
  const hasSubtitles = useEditorState(state => {
    const narration = getNarration(state);
    return narration?.style === 'continuous' && / --> |^Dialogue:/mu.test(getText(narration));
  });
  const isTranslation = useEditorState(state => {
    const shown = getNarration(state);
    return shown !== undefined && findOriginal(state.project, shown) !== shown;
  });
  const showsOriginal = useEditorState(state => state.showsOriginal);
  const [isShifting, setShifting] = useState(false);
  const label = t(messages.scriptActions);
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
    hasSubtitles && {
      label: t(studioMessages.convertSubtitles),
      isPossible: !isWorking,
      choose: own.convert,
    },
    { label: t(studioMessages.openScript), isPossible: !isWorking, choose: () => askForScript(own.open) },
  ];
  return (
    <>
      <MenuButton
        label={label}
        listGroups={() => [{ actions: actions.filter(action => action !== false) }]}
        renderButton={button => (
          <IconButton
            {...button}
            className={classes.more}
            pathClass={classes.dots}
            label={label}
            title={label}
            path="M5 12h.01M12 12h.01M19 12h.01"
          />
        )}
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

/** Seconds, with any of the signs for minus and the decimal point. */
function readSeconds(typed: string): number | undefined {
  const seconds = Number(typed.trim().replace(',', '.').replace(/^[−–]/u, '-'));
  return typed.trim() !== '' && Number.isFinite(seconds) && seconds !== 0 ? seconds : undefined;
}

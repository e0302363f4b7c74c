import { type RefObject, useRef, useState } from 'react';
import { languagesMessages } from '#shared/messages/languages.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages as messages } from '#shared/messages/workspace.ts';
import { isTimed } from '#shared/narration/project.ts';
import { findOriginal } from '#shared/narration/translations.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { type MenuAction, MenuButton } from '../../../components/menu.tsx';
import { speak } from '../jobs/speak.ts';
import { getVoice } from '../model/editor.ts';
import type { EditorState } from '../model/editor-state.ts';
import { findTooLong, nameFitting } from '../model/judge-line.ts';
import { getLineStates } from '../model/line-states.ts';
import type { LineState } from '../model/list-lines.ts';
import { planVoice } from '../model/plan-voice.ts';
import { getNarration, getText, hasTimes, isReadOnly } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { SpeakSubtitles } from '../panels/speak-subtitles.tsx';
import { FitButton } from './fit-button.tsx';
import { askForScript, type OpenScript } from './own-script-ways.tsx';
import classes from './script-head.module.css';
import { ShiftLines } from './shift-lines.tsx';
import { SpokenLength } from './spoken-length.tsx';

/** How the script is as a whole, and what is done with all of it. */
export function ScriptHead({ own }: { readonly own: OpenScript }) {
  const isLines = useEditorState(hasTimes);
  const head = useRef<HTMLDivElement>(null);
  return (
    <div className={classes.head} ref={head} tabIndex={-1}>
      {isLines ? <LinesSum /> : <Length focusFallback={head} />}
      <ScriptMenu own={own} isLines={isLines} />
      {isLines && <SpeakSubtitles from="lines" />}
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
  const { store } = useEditor();
  const isWorking = useEditorState(({ job }) => job !== undefined);
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

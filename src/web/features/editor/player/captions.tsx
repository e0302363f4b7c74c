import { useSyncExternalStore } from 'react';
import { getLanguage, type Language } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { listShown, type ShownCue } from '#shared/script/write-subtitles.ts';
import { IconButton } from '../../../components/button.tsx';
import { getCaptionCues } from '../model/caption-cues.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import type { Player } from '../model/player.ts';
import { getLines, getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './captions.module.css';

export function CaptionsButton() {
  const { store } = useEditor();
  const isOn = useEditorState(state => state.showsCaptions);
  const hasLines = useEditorState(state => getLines(state).length > 0);
  if (!hasLines) return null;
  return (
    <IconButton
      className={classes.button}
      label={t(playerMessages.captions)}
      path="M3 5h18v14H3zM10.5 10.2a2.200 2.200 0 1 0 0 3.600M17 10.2a2.200 2.200 0 1 0 0 3.600"
      title={t(playerMessages.captions)}
      aria-pressed={isOn}
      onClick={() => store.setState({ showsCaptions: !isOn })}
    />
  );
}

/** Captions over the video, in the rows in which subtitles are exported. Stands in the box of the video. */
export function Captions({ player }: { readonly player: Player }) {
  const isOn = useEditorState(state => state.showsCaptions);
  return isOn ? <CaptionRows player={player} /> : null;
}

function CaptionRows({ player }: { readonly player: Player }) {
  const cues = useEditorState(getCaptionCues);
  const language = useEditorState(getCaptionLanguage);
  const shown = useSyncExternalStore(player.subscribe, () =>
    findShown(cues, language, player.getPlaybackTime().atSeconds),
  );
  return (
    // The lines beside it are the same text for screen readers.
    <div className={classes.place} aria-hidden="true" data-captions>
      {shown && (
        <p className={classes.caption} lang={language.code} dir="auto">
          {shown.rows.join('\n')}
        </p>
      )}
    </div>
  );
}

function getCaptionLanguage(state: EditorState): Language {
  const narration = getNarration(state);
  return getLanguage(narration ? getSpokenLanguage(narration, state) : state.form.language);
}

/** Broken into rows once: the place is asked for with each picture. */
const brokenCues = new WeakMap<
  SpokenCue,
  { readonly language: Language; readonly shown: readonly ShownCue[] }
>();

/** What is shown at a position, in seconds of the preview. */
function findShown(cues: readonly SpokenCue[], language: Language, atSeconds: number): ShownCue | undefined {
  const isAt = (cue: Omit<SpokenCue, 'text'>) => cue.startSeconds <= atSeconds && atSeconds < cue.endSeconds;
  const cue = cues.find(isAt);
  if (!cue) return undefined;
  let broken = brokenCues.get(cue);
  if (broken?.language !== language) {
    broken = { language, shown: listShown([cue], language) };
    brokenCues.set(cue, broken);
  }
  return broken.shown.find(isAt);
}

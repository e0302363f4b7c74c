import { type RefObject, useMemo, useRef } from 'react';
import type { Cue } from '#shared/script/cues.ts';
import { addLine, type Edited, joinLines, removeLine, setText, splitLine } from './edit-lines.ts';
import type { LineEditorProps } from './line-editor-props.ts';
import type { LineActions } from './line-row.tsx';

interface Bench {
  readonly actions: LineActions;
  /** Where the focus goes after an edit, until it is there. */
  readonly focus: RefObject<Edited['focus'] | undefined>;
  /** A new line at the playhead. */
  add(): void;
}

/** What can be done to the lines: functions that stay the same, so that only lines that change are drawn anew. */
export function useLineActions(props: LineEditorProps): Bench {
  const latest = useRef(props);
  latest.current = props;
  const focus = useRef<Edited['focus']>(undefined);
  return useMemo(() => {
    const getLines = (): readonly Cue[] => latest.current.lines.map(pickCue);
    const apply = (edited: Edited | undefined) => {
      if (!edited) return;
      focus.current = edited.focus;
      latest.current.onChange(edited.lines);
    };
    const actions: LineActions = {
      write: (index, text) => latest.current.onChange(setText(getLines(), index, text)),
      move: (index, seconds) => latest.current.onMove(index, seconds),
      moveHere: index =>
        latest.current.onMove(index, latest.current.preview.playback.picture.getPlaybackTime().atSeconds),
      split(index, caret) {
        const line = latest.current.lines[index];
        if (line) apply(splitLine(getLines(), { index, caret }, line));
      },
      join: index => apply(joinLines(getLines(), index)),
      remove: index => apply(removeLine(getLines(), index)),
      play(index) {
        const { lines, preview } = latest.current;
        preview.playback.seekPicture(lines[index]?.startSeconds ?? 0);
        preview.playback.play();
      },
      speak: index => latest.current.work.speakLine(index),
      lock: index => latest.current.onLock(index),
      takeBack(index) {
        const before = latest.current.lines[index]?.before;
        if (before !== undefined) latest.current.onChange(setText(getLines(), index, before));
      },
      keep(index) {
        latest.current.onKeep(index);
        // The button that was pressed is gone.
        actions.go(index);
      },
      go(index) {
        const field = document.querySelector<HTMLTextAreaElement>(`[data-line="${index}"]`);
        field?.focus();
        field?.scrollIntoView({ block: 'nearest' });
      },
      select: index => latest.current.onSelect(index),
      seek: seconds => latest.current.preview.playback.seekPicture(seconds),
    };
    const add = () => {
      const edited = addLine(getLines(), latest.current.preview.playback.picture.getPlaybackTime().atSeconds);
      apply(edited);
      // Where a line begins there already nothing is drawn anew.
      actions.go(edited.focus.index);
    };
    return { actions, focus, add };
  }, []);
}

function pickCue({ startSeconds, text }: Cue): Cue {
  return { startSeconds, text };
}

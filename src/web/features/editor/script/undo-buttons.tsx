import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { useRovingIndex } from '../../../lib/use-roving-index.ts';
import { redo, undo } from '../store/change-document.ts';
import { isWriting } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import classes from './undo-buttons.module.css';

/** Undo and Redo of all changes to the script: one tab stop, which keeps the focus. */
export function UndoButtons() {
  const { store } = useEditor();
  const canUndo = useEditorState(state => state.past.length > 0 && !isWriting(state));
  const canRedo = useEditorState(state => state.future.length > 0 && !isWriting(state));
  const steps = [
    { label: t(studioMessages.undo), isPossible: canUndo, onPress: () => undo(store) },
    { label: t(studioMessages.redo), isPossible: canRedo, onPress: () => redo(store) },
  ];
  const getItemProps = useRovingIndex(steps.length);
  return (
    <div className={classes.pair} role="toolbar" aria-label={t(studioMessages.history)}>
      {steps.map(({ label, isPossible, onPress }, index) => (
        <button
          key={label}
          type="button"
          className={classes.step}
          aria-disabled={!isPossible}
          {...getItemProps(index, () => isPossible && onPress())}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

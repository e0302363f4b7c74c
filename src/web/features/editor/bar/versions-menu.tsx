import { useId, useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import { copyNarration } from '#shared/narration/translations.ts';
import { TextButton } from '../../../components/button.tsx';
import { takeFocus } from '../../../lib/focus.ts';
import { nameVersion } from '../keep/kept-projects.ts';
import { runLate, showNarration, undo } from '../model/change-document.ts';
import type { EditorStore } from '../model/editor-state.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { PronunciationButton } from '../panels/pronunciation-button.tsx';
import { Languages } from './languages.tsx';
import { NameField } from './name-field.tsx';
import classes from './versions-menu.module.css';

interface Removal {
  readonly id: string;
  readonly name: string;
}

export function VersionsMenu() {
  return (
    <>
      <Versions />
      <Languages />
      <PronunciationButton />
    </>
  );
}

/** Once there are two versions: to show, rename, duplicate and delete. */
function Versions() {
  const { store } = useEditor();
  const project = useEditorState(state => state.project);
  const shown = useEditorState(getNarration);
  // Translating changes no version that is there.
  const isWorking = useEditorState(({ job }) => job !== undefined && job.kind !== 'translate');
  const lastStep = useEditorState(({ past }) => past.at(-1));
  const [removal, setRemoval] = useState<Removal>();
  const [isNaming, setNaming] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const selectId = useId();
  const hasSeveral = project.narrations.length > 1;
  const has = (narrations: Project['narrations'] = []) => narrations.some(({ id }) => id === removal?.id);
  const isUndoable = removal !== undefined && has(lastStep?.narrations) && !has(project.narrations);
  if (!shown || !(hasSeveral || isUndoable)) return null;

  function endNaming() {
    setNaming(false);
    setTimeout(() => select.current?.focus());
  }

  return (
    <div className={classes.versions}>
      {hasSeveral && isNaming && (
        <NameField
          label={t(versionsMessages.newName)}
          before={shown.name}
          save={t(versionsMessages.saveName)}
          cancel={t(versionsMessages.cancelName)}
          onSave={name => {
            runLate(store, { type: 'renameNarration', narrationId: shown.id, name });
            endNaming();
          }}
          onCancel={endNaming}
        />
      )}
      {hasSeveral && !isNaming && (
        <div className={classes.row}>
          <label htmlFor={selectId}>{t(versionsMessages.version)}</label>
          <select
            ref={select}
            id={selectId}
            className={classes.select}
            value={shown.id}
            disabled={isWorking}
            onChange={event => showNarration(store, event.currentTarget.value)}
          >
            {project.narrations.map(narration => (
              <option key={narration.id} value={narration.id}>
                {nameVersion(project, narration)}
              </option>
            ))}
          </select>
          {!isWorking && (
            <Actions
              onRename={() => setNaming(true)}
              onDuplicate={() => duplicate(store, shown)}
              onRemove={() => setRemoval(remove(store, shown))}
            />
          )}
        </div>
      )}
      {isUndoable && (
        <p className={classes.removed}>
          <span role="status">{t(versionsMessages.removed, { name: removal.name })}</span>{' '}
          <TextButton ref={takeFocus} onClick={() => undo(store)}>
            {t(versionsMessages.undoRemoval)}
          </TextButton>
        </p>
      )}
    </div>
  );
}

interface ActionsProps {
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

function Actions({ onRename, onDuplicate, onRemove }: ActionsProps) {
  return (
    <>
      <TextButton aria-label={t(versionsMessages.rename)} onClick={onRename}>
        {t(versionsMessages.renameShort)}
      </TextButton>
      <TextButton aria-label={t(versionsMessages.duplicate)} onClick={onDuplicate}>
        {t(versionsMessages.duplicateShort)}
      </TextButton>
      <TextButton aria-label={t(versionsMessages.remove)} onClick={onRemove}>
        {t(versionsMessages.removeShort)}
      </TextButton>
    </>
  );
}

function duplicate(store: EditorStore, shown: Narration): void {
  const narration = copyNarration(shown, shown.name);
  runLate(store, { type: 'addNarration', narration });
  showNarration(store, narration.id);
}

/** Shows the version before it, or the first one that is left. */
function remove(store: EditorStore, shown: Narration): Removal {
  const { project } = store.getState();
  const name = nameVersion(project, shown);
  const at = project.narrations.indexOf(shown);
  const next = project.narrations[at === 0 ? 1 : at - 1];
  runLate(store, { type: 'removeNarration', narrationId: shown.id });
  if (next) showNarration(store, next.id);
  return { id: shown.id, name };
}

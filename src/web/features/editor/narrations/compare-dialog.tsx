import { useId, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ChangedWords } from '../lines/word-difference.tsx';
import { showNarration } from '../store/change-document.ts';
import { getNarration } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { compareVersions } from './compare-versions.ts';
import { nameVersion } from './name-project.ts';
import classes from './versions-menu.module.css';

/** Compares the version that is shown with another one, word by word. */
export function CompareDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useEditor();
  const project = useEditorState(state => state.project);
  const shown = useEditorState(getNarration);
  const [chosenId, setChosenId] = useState<string>();
  const selectId = useId();
  const others = project.narrations.filter(narration => narration !== shown);
  const other =
    others.find(({ id }) => id === chosenId) ??
    others.find(({ id }) => id === shown?.derivedFrom) ??
    others.at(-1);
  if (!shown || !other) return null;
  const lines = compareVersions(other, shown);
  const names = { shown: nameVersion(project, shown), other: nameVersion(project, other) };
  const isSame = lines.every(({ changes }) => changes.every(({ kind }) => kind === 'same'));
  return (
    <Dialog title={t(versionsMessages.compare)} onClose={onClose}>
      <div className="stack">
        <div className={classes.row}>
          <label htmlFor={selectId}>{t(versionsMessages.compareWith)}</label>
          <select
            id={selectId}
            className={classes.select}
            value={other.id}
            onChange={event => setChosenId(event.currentTarget.value)}
          >
            {others.map(narration => (
              <option key={narration.id} value={narration.id}>
                {nameVersion(project, narration)}
              </option>
            ))}
          </select>
        </div>
        <p className={classes.hint}>
          {isSame ? t(versionsMessages.sameText) : t(versionsMessages.changes, names)}
        </p>
        {!isSame && (
          <ul className={classes.changes} lang={shown.language && getLanguage(shown.language).code}>
            {lines.map(line => (
              <li key={line.key}>
                <p dir="auto">
                  {line.startMs !== undefined && (
                    <span className={classes.time}>{printShortTime(line.startMs / 1000)} </span>
                  )}
                  <ChangedWords changes={line.changes} />
                </p>
              </li>
            ))}
          </ul>
        )}
        <Button
          onClick={() => {
            onClose();
            showNarration(store, other.id);
          }}
        >
          {t(versionsMessages.useThis, { name: names.other })}
        </Button>
      </div>
    </Dialog>
  );
}

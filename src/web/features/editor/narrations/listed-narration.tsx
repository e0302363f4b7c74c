import { useRef, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { TextButton } from '../../../components/button.tsx';
import { takeFocus } from '../../../lib/use-focus-fallback.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import type { ListedProject } from './edit-kept.ts';
import { NameField } from './name-field.tsx';
import { listLanguages, nameProject } from './name-project.ts';
import classes from './narrations.module.css';

interface ListedNarrationProps {
  readonly listed: ListedProject;
  readonly isOpen: boolean;
  /** It can still be brought back. */
  readonly isRemoved: boolean;
  /** While something is being generated, no other narration can be opened. */
  readonly isWorking: boolean;
  readonly onOpen: () => void;
  readonly onRename: (title: string) => Promise<void>;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
}

const formatDate = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A narration in the list. */
export function ListedNarration(props: ListedNarrationProps) {
  const { listed, isOpen, isRemoved, isWorking, onOpen, onRename, onDuplicate, onRemove, onRestore } = props;
  const [isNaming, setNaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const picture = useObjectUrl(listed.picture);
  const { project } = listed;
  const name = nameProject(project);
  const languages = listLanguages(project).join(', ');
  const date = formatDate.format(new Date(project.updatedAt));

  function endNaming() {
    setNaming(false);
    // The button is there again after the next drawing.
    setTimeout(() => rename.current?.focus());
  }

  if (isRemoved)
    return (
      <li className={classes.removed}>
        <span role="status">{t(narrationsMessages.removed, { name })}</span>{' '}
        <TextButton ref={takeFocus} onClick={onRestore}>
          {t(narrationsMessages.undo)}
        </TextButton>
      </li>
    );
  return (
    <li className={classes.item} aria-current={isOpen || undefined}>
      {picture ? (
        <img className={classes.picture} src={picture} alt="" />
      ) : (
        <span className={classes.picture} aria-hidden="true" />
      )}
      <div className={classes.about}>
        {isNaming ? (
          <NameField
            label={t(narrationsMessages.name)}
            before={name}
            save={t(narrationsMessages.save)}
            cancel={t(narrationsMessages.cancel)}
            onSave={title => void onRename(title).then(endNaming)}
            onCancel={endNaming}
          />
        ) : (
          <>
            <button
              type="button"
              className={classes.name}
              aria-label={isOpen ? name : t(narrationsMessages.open, { name })}
              aria-disabled={isWorking || undefined}
              onClick={isWorking ? undefined : onOpen}
            >
              {name}
            </button>
            <p className={classes.facts}>
              {[isOpen && t(narrationsMessages.isOpen), languages, t(narrationsMessages.changed, { date })]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <div className={classes.actions}>
              <TextButton
                ref={rename}
                aria-label={t(narrationsMessages.renameThis, { name })}
                onClick={() => setNaming(true)}
              >
                {t(narrationsMessages.rename)}
              </TextButton>
              <TextButton aria-label={t(narrationsMessages.duplicateThis, { name })} onClick={onDuplicate}>
                {t(narrationsMessages.duplicate)}
              </TextButton>
              {!(isOpen && isWorking) && (
                <TextButton aria-label={t(narrationsMessages.removeThis, { name })} onClick={onRemove}>
                  {t(narrationsMessages.remove)}
                </TextButton>
              )}
            </div>
          </>
        )}
      </div>
    </li>
  );
}

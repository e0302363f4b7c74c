import { type RefObject, useRef, useState } from 'react';
import { accountListMessages } from '#shared/messages/account-list.ts';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { PlainButton, TextButton } from '../../../components/button.tsx';
import { Row } from '../../../components/row.tsx';
import { takeFocus } from '../../../lib/focus.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import type { ListedProject } from './edit-kept.ts';
import { NameField } from './name-field.tsx';
import classes from './narrations.module.css';
import { ProjectVersions } from './project-versions.tsx';

interface ListedNarrationProps {
  readonly listed: ListedProject;
  readonly isOpen: boolean;
  /** It can still be brought back. */
  readonly isRemoved: boolean;
  /** While something is being generated, no other narration can be opened. */
  readonly isWorking: boolean;
  /** Where each is kept differs. */
  readonly hasAccount: boolean;
  readonly onOpen: () => void;
  /** @returns whether it was done */
  readonly onRename: (title: string) => Promise<boolean>;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
  readonly onMove: (folder: string) => Promise<boolean>;
  readonly onRemoveForGood: () => void;
  readonly onBringBack: () => void;
  /** An earlier version is in force again. */
  readonly onVersion: () => void;
}

export function ListedNarration(props: ListedNarrationProps) {
  const { listed, isOpen, isRemoved, isWorking, onOpen, onRestore } = props;
  const [naming, setNaming] = useState<'name' | 'folder'>();
  const pressed = useRef<HTMLButtonElement>(null);
  const ownPicture = useObjectUrl(listed.picture);
  const { name, stored } = listed;
  const save = naming === 'name' ? props.onRename : props.onMove;
  const picture = ownPicture ?? (stored?.hasThumbnail ? `/api/projects/${stored.id}/thumbnail` : undefined);

  function endNaming() {
    setNaming(undefined);
    // The button is there again after the next drawing.
    setTimeout(() => pressed.current?.focus());
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
  if (naming)
    return (
      <Row
        picture={picture}
        isCurrent={isOpen}
        title={
          <NameField
            label={t(naming === 'name' ? narrationsMessages.name : accountListMessages.folderName)}
            before={naming === 'name' ? name : (stored?.folder ?? '')}
            save={t(narrationsMessages.save)}
            cancel={t(narrationsMessages.cancel)}
            onSave={text => void save(text).then(isDone => isDone && endNaming())}
            onCancel={endNaming}
          />
        }
      />
    );
  return (
    <Row
      picture={picture}
      isCurrent={isOpen}
      title={
        <PlainButton
          className={classes.name}
          aria-label={isOpen ? name : t(narrationsMessages.open, { name })}
          isBlocked={isWorking}
          onClick={onOpen}
        >
          {name}
        </PlainButton>
      }
      facts={listFacts(props)}
      actions={
        stored?.deletedAt ? (
          <TrashActions {...props} />
        ) : (
          <Actions {...props} pressed={pressed} onName={setNaming} />
        )
      }
    />
  );
}

function listFacts({ listed, isOpen, hasAccount }: ListedNarrationProps) {
  const { languages, updatedAt, stored } = listed;
  return [
    isOpen && t(narrationsMessages.isOpen),
    languages.join(', '),
    stored?.folder && t(accountListMessages.folder, { folder: stored.folder }),
    hasAccount && t(stored ? accountListMessages.onAccount : accountListMessages.browserOnly),
    t(narrationsMessages.changed, { date: formatDateTime(updatedAt) }),
  ];
}

function TrashActions({ listed: { name }, onBringBack, onRemoveForGood }: ListedNarrationProps) {
  return (
    <>
      <TextButton aria-label={t(accountListMessages.restoreThis, { name })} onClick={onBringBack}>
        {t(accountListMessages.restore)}
      </TextButton>
      <TextButton aria-label={t(accountListMessages.removeForGoodThis, { name })} onClick={onRemoveForGood}>
        {t(accountListMessages.removeForGood)}
      </TextButton>
    </>
  );
}

interface ActionsProps extends ListedNarrationProps {
  /** Has the focus again after naming. */
  readonly pressed: RefObject<HTMLButtonElement | null>;
  readonly onName: (what: 'name' | 'folder') => void;
}

function Actions({ listed, isOpen, isWorking, pressed, onName, ...on }: ActionsProps) {
  const [showsVersions, setShowsVersions] = useState(false);
  const { name, stored, id } = listed;
  return (
    <>
      <TextButton
        ref={pressed}
        aria-label={t(narrationsMessages.renameThis, { name })}
        onClick={() => onName('name')}
      >
        {t(narrationsMessages.rename)}
      </TextButton>
      <TextButton aria-label={t(narrationsMessages.duplicateThis, { name })} onClick={on.onDuplicate}>
        {t(narrationsMessages.duplicate)}
      </TextButton>
      {stored && (
        <>
          <TextButton aria-label={t(accountListMessages.moveThis, { name })} onClick={() => onName('folder')}>
            {t(accountListMessages.move)}
          </TextButton>
          <TextButton
            aria-label={t(accountListMessages.versionsOf, { name })}
            aria-expanded={showsVersions}
            onClick={() => setShowsVersions(!showsVersions)}
          >
            {t(accountListMessages.versions)}
          </TextButton>
        </>
      )}
      {!(isOpen && isWorking) && (
        <TextButton aria-label={t(narrationsMessages.removeThis, { name })} onClick={on.onRemove}>
          {t(narrationsMessages.remove)}
        </TextButton>
      )}
      {showsVersions && <ProjectVersions id={id} onRestored={on.onVersion} />}
    </>
  );
}

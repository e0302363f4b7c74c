import { useId, useState } from 'react';
import { accountListMessages as messages } from '#shared/messages/account-list.ts';
import { t } from '#shared/messages/message.ts';
import { Checkbox, TextField } from '../../../components/field.tsx';
import {
  chooseAccount,
  chooseThumbnails,
  isOnAccount,
  type ListFilter,
  wantsThumbnails,
} from '../keep/account.ts';
import { useEditor } from '../model/use-editor.tsx';
import classes from './narrations.module.css';

interface AccountOptionsProps {
  readonly onChange: (work: () => Promise<void>) => Promise<unknown>;
}

export function AccountOptions({ onChange }: AccountOptionsProps) {
  const editor = useEditor();
  const [isWanted, setWanted] = useState(isOnAccount(editor));
  const [hasThumbnails, setThumbnails] = useState(wantsThumbnails(editor.owner));
  return (
    <div>
      <Checkbox
        label={t(messages.save)}
        detail={t(messages.saveDetail)}
        checked={isWanted}
        onChange={checked => {
          setWanted(checked);
          void onChange(async () => chooseAccount(editor, checked));
        }}
      />
      {isWanted && (
        <Checkbox
          label={t(messages.thumbnails)}
          checked={hasThumbnails}
          onChange={checked => {
            setThumbnails(checked);
            void onChange(() => chooseThumbnails(editor, checked));
          }}
        />
      )}
    </div>
  );
}

interface ListFilterFieldsProps {
  readonly filter: ListFilter;
  readonly folders: readonly string[];
  readonly onChange: (filter: ListFilter) => void;
}

const trashValue = 'trash';
const folderPrefix = 'folder ';

export function ListFilterFields({ filter, folders, onChange }: ListFilterFieldsProps) {
  const selectId = useId();
  const { folder, isTrash } = filter;
  const shown = isTrash ? trashValue : folder === undefined ? '' : folderPrefix + folder;
  const show = (value: string) =>
    onChange({
      ...filter,
      isTrash: value === trashValue,
      folder: value.startsWith(folderPrefix) ? value.slice(folderPrefix.length) : undefined,
    });
  return (
    <div className={classes.filter}>
      <TextField
        type="search"
        label={t(messages.search)}
        value={filter.search}
        maxLength={200}
        onChange={event => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <label htmlFor={selectId}>{t(messages.show)}</label>
      <select
        id={selectId}
        className={classes.select}
        value={shown}
        onChange={event => show(event.currentTarget.value)}
      >
        <option value="">{t(messages.all)}</option>
        {folders.map(name => (
          <option key={name} value={folderPrefix + name}>
            {name}
          </option>
        ))}
        <option value={trashValue}>{t(messages.trash)}</option>
      </select>
    </div>
  );
}

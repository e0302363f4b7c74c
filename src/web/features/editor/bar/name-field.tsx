import { type FormEvent, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { Button } from '../../../components/button.tsx';
import { focusInDialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import classes from './projects.module.css';

interface NameFieldProps {
  readonly label: string;
  readonly before: string;
  readonly onSave: (name: string) => void;
  readonly onCancel: () => void;
}

export function NameField({ label, before, onSave, onCancel }: NameFieldProps) {
  const [name, setName] = useState(before);
  function submit(event: FormEvent) {
    event.preventDefault();
    onSave(name.trim());
  }
  return (
    <form className={classes.naming} onSubmit={submit}>
      <TextField
        ref={focusInDialog}
        label={label}
        value={name}
        maxLength={100}
        onChange={event => setName(event.currentTarget.value)}
        onFocus={event => event.currentTarget.select()}
        onKeyDown={event => {
          if (event.key !== 'Escape') return;
          // Of the field, not of the dialog around it.
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className={classes.answers}>
        <Button type="submit">{t(narrationsMessages.save)}</Button>
        <Button variant="default" onClick={onCancel}>
          {t(narrationsMessages.cancel)}
        </Button>
      </div>
    </form>
  );
}

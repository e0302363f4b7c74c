import { type KeyboardEvent, useState } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import classes from './line-row.module.css';

interface LineTextProps {
  readonly index: number;
  readonly text: string;
  readonly describedBy: string;
  readonly languageCode: string | undefined;
  readonly isFixed: boolean;
  readonly onFocus: () => void;
  readonly onChange: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}

/** The words of a line. A space at their end is no word yet, and is kept here until one follows. */
export function LineText(props: LineTextProps) {
  const { index, text, describedBy, languageCode, isFixed, onFocus, onChange, onKeyDown } = props;
  const [typed, setTyped] = useState(text);
  return (
    <AutoDirectionTextarea
      aria-label={t(lineEditorMessages.line, { number: index + 1 })}
      aria-describedby={describedBy}
      className={classes.text}
      placeholder={t(lineEditorMessages.writeHere)}
      minRows={1}
      value={typed.trim() === text.trim() ? typed : text}
      readOnly={isFixed}
      lang={languageCode}
      data-line={index}
      onFocus={onFocus}
      onChange={event => {
        setTyped(event.currentTarget.value);
        onChange(event.currentTarget.value);
      }}
      onKeyDown={onKeyDown}
    />
  );
}

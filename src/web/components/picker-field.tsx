import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { describeFailure, noteFailure } from '../lib/failures.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { TextButton } from './button.tsx';
import classes from './field.module.css';
import { FieldFrame } from './field.tsx';
import { Notice } from './notice.tsx';

export type Opening =
  | { readonly at: 'chosen' | 'first' | 'last' }
  | { readonly at: 'typed'; readonly typed: string };

export type PopupPlace = { readonly id: string; readonly opening: Opening; readonly onClose: () => void };

interface PickerFieldProps<Chunk> {
  readonly label: string;
  readonly disabled: boolean;
  readonly children: ReactNode;
  readonly placeholder?: string;
  readonly part: string;
  readonly load: () => Promise<Chunk>;
  readonly renderPopup: (chunk: Chunk, place: PopupPlace) => ReactNode;
}

/** A select-only combobox (ARIA practices) whose popup is a dialog, because it has a search and filters. */
export function PickerField<Chunk extends object>(props: PickerFieldProps<Chunk>) {
  const { label, disabled, children, placeholder, part, load, renderPopup } = props;
  const id = useId();
  const [opening, setOpening] = useState<Opening>();
  const [chunk, setChunk] = useState<Chunk>();
  const [problem, setProblem] = useState<string>();
  const isAwaited = opening !== undefined && chunk === undefined;

  function open(how: Opening) {
    // Text typed before the popup is loaded is kept for it.
    setOpening(before => joinTyped(before, how));
    if (opening || chunk) return;
    setProblem(undefined);
    loadChunk(part, load).then(setChunk, error => {
      noteFailure(error);
      setOpening(undefined);
      setProblem(describeFailure(error));
    });
  }

  function openByKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return;
    const how = readOpenKey(event.key, isAwaited && opening.at === 'typed');
    if (!how) return;
    event.preventDefault();
    open(how);
  }

  return (
    <div className={classes.picker}>
      <FieldFrame label={label}>
        {ties => (
          <div className={classes.layers}>
            <button
              {...ties}
              type="button"
              role="combobox"
              className={`truncate ${classes.input} ${classes.opener}`}
              aria-haspopup="dialog"
              aria-expanded={opening !== undefined}
              aria-controls={opening && chunk && id}
              aria-busy={isAwaited || undefined}
              disabled={disabled}
              onClick={() => {
                if (!isAwaited) open({ at: 'chosen' });
              }}
              onKeyDown={openByKey}
            >
              {children ?? <span className="soft">{placeholder}</span>}
            </button>
            <svg className={`drawing ${classes.chevron}`} viewBox="0 0 15 15" aria-hidden="true">
              <path d="M5.250 5.750 7.500 3.500l2.250 2.250M5.250 9.250l2.250 2.250 2.250-2.250" />
            </svg>
          </div>
        )}
      </FieldFrame>
      {problem && (
        <Notice tone="problem">
          {problem} <TextButton onClick={() => window.location.reload()}>{t(pageMessages.reload)}</TextButton>
        </Notice>
      )}
      {opening && chunk && renderPopup(chunk, { id, opening, onClose: () => setOpening(undefined) })}
    </div>
  );
}

/** Undefined for keys that do not open the list. Enter and Space are clicks. */
function readOpenKey(key: string, isTyping: boolean): Opening | undefined {
  if (key === 'ArrowDown' || key === 'ArrowUp') return { at: 'chosen' };
  if (key === 'Home') return { at: 'first' };
  if (key === 'End') return { at: 'last' };
  // A name of two words may be typed before its list is loaded.
  const isLetter = [...key].length === 1 && (key !== ' ' || isTyping);
  return isLetter ? { at: 'typed', typed: key } : undefined;
}

function joinTyped(before: Opening | undefined, how: Opening): Opening {
  if (before?.at !== 'typed' || how.at !== 'typed') return how;
  return { at: 'typed', typed: before.typed + how.typed };
}

import { ComboboxChevron, InputBase } from '@mantine/core';
import { type KeyboardEvent, useId, useState } from 'react';
import field from '../../components/field.module.css';
import type { VoiceField } from '../studio/voice-field.tsx';
import { type Opening, readOpenKey } from './open-key.ts';
import { isForOthers } from './use-grid-keys.ts';
import classes from './voice-picker.module.css';
import { VoicePopup } from './voice-popup.tsx';

/**
 * A field that opens a list of many voices to search, filter and hear: a select-only combobox of the ARIA practices
 * whose popup is a dialog, because search, filters and grid together are more than a list.
 */
export function VoicePicker({ groups, voice, language, disabled, onChange }: VoiceField) {
  const popup = useId();
  const [opening, setOpening] = useState<Opening>();
  const open = (how: Opening) => {
    if (!disabled) setOpening(how);
  };

  function openByKey(event: KeyboardEvent) {
    const how = isForOthers(event) ? undefined : readOpenKey(event.key);
    if (!how) return;
    event.preventDefault();
    open(how);
  }

  return (
    <div className={classes.picker}>
      <InputBase
        component="button"
        type="button"
        role="combobox"
        label="Voice"
        pointer
        classNames={field}
        rightSection={<ComboboxChevron />}
        rightSectionPointerEvents="none"
        aria-haspopup="dialog"
        aria-expanded={opening !== undefined}
        aria-controls={opening && popup}
        disabled={disabled}
        onClick={() => open({ at: 'chosen' })}
        onKeyDown={openByKey}
      >
        {voice ?? <span className={classes.placeholder}>Select a voice</span>}
      </InputBase>
      {opening && (
        <VoicePopup
          id={popup}
          opening={opening}
          groups={groups}
          chosen={voice}
          language={language}
          onChoose={onChange}
          onClose={() => setOpening(undefined)}
        />
      )}
    </div>
  );
}

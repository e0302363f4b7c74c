import { VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { maxWishCharacters } from '#shared/limits.ts';
import { AutoDirectionTextarea } from '../../components/auto-direction-textarea.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import classes from './wish-field.module.css';

/** From here on the field says how much room is left. */
const counterFromCharacters = maxWishCharacters * 0.9;

interface WishFieldProps {
  readonly wish: string;
  readonly isReadOnly: boolean;
  readonly onChange: (wish: string) => void;
}

/** What the narration should be like, in as many characters as the server takes. */
export function WishField({ wish, isReadOnly, onChange }: WishFieldProps) {
  const heading = useId();
  const [isCut, setCut] = useState(false);

  /** The browser silently leaves out what is beyond the limit. */
  function noteCut(field: HTMLTextAreaElement, inserted: string): void {
    const replaced = field.selectionEnd - field.selectionStart;
    const length = field.value.length - replaced + inserted.replaceAll('\r\n', '\n').length;
    setCut(length > maxWishCharacters);
  }

  return (
    <section aria-label="Wish">
      <StepHeading step={2} id={heading}>
        Your wish<VisuallyHidden>, the narration prompt</VisuallyHidden>
      </StepHeading>
      <AutoDirectionTextarea
        aria-labelledby={heading}
        description={describeRoom(wish.length)}
        inputWrapperOrder={['input', 'description']}
        placeholder="Enter a narration prompt"
        minRows={4}
        maxRows={10}
        maxLength={maxWishCharacters}
        value={wish}
        readOnly={isReadOnly}
        onKeyDown={() => setCut(false)}
        onPaste={event => noteCut(event.currentTarget, event.clipboardData.getData('text'))}
        onDrop={event => noteCut(event.currentTarget, event.dataTransfer.getData('text'))}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <div role="status" className={classes.cut}>
        {isCut && 'The text was too long, so its end was left out.'}
      </div>
    </section>
  );
}

function describeRoom(characters: number): string | undefined {
  if (characters < counterFromCharacters) return undefined;
  return `${characters.toLocaleString('en')} of ${maxWishCharacters.toLocaleString('en')} characters`;
}

import { useEffect, useId, useRef, useState } from 'react';
import { maxWishCharacters } from '#shared/limits.ts';
import { AutoDirectionTextarea } from '../../components/field.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { WishChips } from './wish-chips.tsx';
import classes from './wish-field.module.css';

/** From here on the field says how much room is left. */
const counterFromCharacters = maxWishCharacters * 0.9;

interface WishFieldProps {
  readonly wish: string;
  readonly isReadOnly: boolean;
  readonly onChange: (wish: string) => void;
}

/** What the narration should be like, in as many characters as the server takes. A longer text is cut, and that is said. */
export function WishField({ wish, isReadOnly, onChange }: WishFieldProps) {
  const heading = useId();
  const [isCut, setCut] = useState(false);
  const isComposing = useRef(false);
  const section = useRef<HTMLElement>(null);

  // The browser silently leaves out what is beyond the limit, whether it was typed, pasted, dropped or dictated. React
  // has an event of the same name that tells of fewer ways.
  useEffect(() => {
    const noteCut = (event: InputEvent) => {
      if (event.target instanceof HTMLTextAreaElement) setCut(isTooMuch(event.target, event));
    };
    const element = section.current;
    element?.addEventListener('beforeinput', noteCut);
    return () => element?.removeEventListener('beforeinput', noteCut);
  }, []);

  // A text from elsewhere, such as what this tab kept, comes without the browser's limit.
  useEffect(() => {
    if (wish.length <= maxWishCharacters || isComposing.current) return;
    onChange(cutText(wish, maxWishCharacters));
    setCut(true);
  }, [wish, onChange]);

  return (
    <section ref={section} aria-label="Wish">
      <StepHeading step={2} id={heading}>
        Your wish<span className="visually-hidden"> as a narration prompt</span>
      </StepHeading>
      <WishChips
        wish={wish}
        disabled={isReadOnly}
        onChange={example => {
          setCut(false);
          onChange(example);
        }}
      />
      <AutoDirectionTextarea
        data-asks-for="wish"
        aria-labelledby={heading}
        description={describeRoom(wish.length)}
        placeholder="Enter a narration prompt"
        minRows={4}
        maxRows={10}
        maxLength={maxWishCharacters}
        value={wish}
        readOnly={isReadOnly}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <div role="status" className={classes.cut}>
        {isCut && 'The text was too long, so its end was left out.'}
      </div>
    </section>
  );
}

/** Whether what is about to be put into a field goes beyond its limit. */
function isTooMuch(field: HTMLTextAreaElement, { data, dataTransfer }: InputEvent): boolean {
  const inserted = data ?? dataTransfer?.getData('text/plain') ?? '';
  const replaced = field.selectionEnd - field.selectionStart;
  const length = field.value.length - replaced + inserted.replaceAll('\r\n', '\n').length;
  return inserted !== '' && length > maxWishCharacters;
}

/** The beginning of a text, without half of a character at its end. */
function cutText(text: string, mostCharacters: number): string {
  const beginning = text.slice(0, mostCharacters);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}

function describeRoom(characters: number): string | undefined {
  if (characters < counterFromCharacters) return undefined;
  return `${characters.toLocaleString('en')} of ${maxWishCharacters.toLocaleString('en')} characters`;
}

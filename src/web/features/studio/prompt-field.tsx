import { useEffect, useId, useRef, useState } from 'react';
import { maxPromptCharacters } from '#shared/limits.ts';
import { AutoDirectionTextarea } from '../../components/field.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { PromptChips } from './prompt-chips.tsx';
import classes from './prompt-field.module.css';

/** From here on the field says how much room is left. */
const counterFromCharacters = maxPromptCharacters * 0.9;

interface PromptFieldProps {
  readonly prompt: string;
  readonly isReadOnly: boolean;
  readonly onChange: (prompt: string) => void;
}

/** What the narration should be like, in as many characters as the server takes. A longer text is cut, and that is said. */
export function PromptField({ prompt, isReadOnly, onChange }: PromptFieldProps) {
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
    if (prompt.length <= maxPromptCharacters || isComposing.current) return;
    onChange(cutText(prompt, maxPromptCharacters));
    setCut(true);
  }, [prompt, onChange]);

  return (
    <section ref={section} aria-label="Prompt">
      <StepHeading step={2} id={heading}>
        Your prompt<span className="visually-hidden"> as a narration prompt</span>
      </StepHeading>
      <PromptChips
        prompt={prompt}
        disabled={isReadOnly}
        onChange={example => {
          setCut(false);
          onChange(example);
        }}
      />
      <AutoDirectionTextarea
        data-asks-for="prompt"
        aria-labelledby={heading}
        description={describeAvailable(prompt.length)}
        placeholder="Enter a narration prompt"
        minRows={4}
        maxRows={10}
        maxLength={maxPromptCharacters}
        value={prompt}
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
  return inserted !== '' && length > maxPromptCharacters;
}

/** The beginning of a text, without half of a character at its end. */
function cutText(text: string, mostCharacters: number): string {
  const beginning = text.slice(0, mostCharacters);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}

function describeAvailable(characters: number): string | undefined {
  if (characters < counterFromCharacters) return undefined;
  return `${characters.toLocaleString('en')} of ${maxPromptCharacters.toLocaleString('en')} characters`;
}

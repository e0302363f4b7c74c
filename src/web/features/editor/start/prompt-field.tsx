import { useEffect, useRef, useState } from 'react';
import { maxPromptCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { AutoDirectionTextarea } from '../../../components/field.tsx';
import { StepHeading } from '../../../components/step-heading.tsx';
import { PromptChips } from './prompt-chips.tsx';
import classes from './prompt-field.module.css';

/** From here on the field shows the number of characters. */
const counterFromCharacters = maxPromptCharacters * 0.9;

interface PromptFieldProps {
  readonly prompt: string;
  readonly isReadOnly: boolean;
  readonly onChange: (prompt: string) => void;
}

/** What the narration should say, in as many characters as the server accepts. The end of a longer text is cut off. */
export function PromptField({ prompt, isReadOnly, onChange }: PromptFieldProps) {
  const [isCut, setCut] = useState(false);
  const isComposing = useRef(false);
  const section = useRef<HTMLElement>(null);

  // The browser silently leaves out what is beyond the limit, whether it was typed, pasted, dropped or dictated. React
  // has an event of the same name that covers fewer ways.
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
    <section ref={section} aria-label={t(studioMessages.prompt)}>
      <StepHeading step={2}>{t(studioMessages.prompt)}</StepHeading>
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
        aria-label={t(studioMessages.prompt)}
        description={describeLength(prompt.length)}
        placeholder={t(studioMessages.promptPlaceholder)}
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
        {isCut && t(studioMessages.promptCut)}
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
function cutText(text: string, maxCharacters: number): string {
  const beginning = text.slice(0, maxCharacters);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}

function describeLength(characters: number): string {
  if (characters < counterFromCharacters) return t(studioMessages.promptHint);
  return t(studioMessages.promptLength, { used: characters, limit: maxPromptCharacters });
}

import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { PlainButton, TextButton } from '../../../components/button.tsx';
import { useRovingIndex } from '../../../lib/focus.ts';
import classes from './prompt-chips.module.css';
import { keepOwnPrompt, type OwnPrompts, promptExamples, putBackOwnPrompt } from './prompt-examples.ts';

interface PromptChipsProps {
  readonly prompt: string;
  readonly disabled: boolean;
  readonly onChange: (prompt: string) => void;
}

export function PromptChips({ prompt, disabled, onChange }: PromptChipsProps) {
  const [own, setOwn] = useState<OwnPrompts>([]);
  const getItemProps = useRovingIndex(promptExamples.length);

  function putBack() {
    const before = putBackOwnPrompt(own, prompt);
    setOwn(before.own);
    onChange(before.prompt);
  }

  function press(example: string) {
    if (example === prompt) return putBack();
    setOwn(keepOwnPrompt(own, prompt));
    onChange(example);
  }

  return (
    <div className={classes.examples}>
      <div className={classes.chips} role="toolbar" aria-label={t(studioMessages.examples)}>
        {promptExamples.map((example, index) => (
          <PlainButton
            key={example.label}
            className={classes.chip}
            aria-pressed={example.prompt === prompt}
            isBlocked={disabled}
            {...getItemProps(index, () => press(example.prompt))}
          >
            {example.label}
          </PlainButton>
        ))}
      </div>
      {own.length > 0 && !disabled && (
        <TextButton onClick={putBack}>{t(studioMessages.restorePrompt)}</TextButton>
      )}
    </div>
  );
}

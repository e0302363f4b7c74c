import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { AutoDirectionTextarea } from '../../components/auto-direction-textarea.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import classes from './lectern.module.css';
import type { NarrationState } from './narration-state.ts';
import type { Choices } from './use-choices.ts';
import { findVoice, type VoiceGroup } from './voice-choice.ts';

interface LecternProps {
  readonly choices: Choices;
  readonly languageNames: readonly LanguageName[];
  readonly voices: readonly VoiceGroup[];
  /** What is being worked on keeps its own choices. */
  readonly phase: NarrationState['phase'];
  /** What a person should know of the voice in this language. */
  readonly voiceNote: ReactNode;
  /** The button that begins, and what is to be said about it. */
  readonly children: ReactNode;
}

/** Where the narrator stands: wish, language and voice. */
export function Lectern({ choices, languageNames, voices, phase, voiceNote, children }: LecternProps) {
  const wishHeading = useId();
  const isWriting = phase === 'generating script';
  return (
    <div className={classes.lectern}>
      <section aria-label="Wish">
        <StepHeading step={2} id={wishHeading}>
          Your wish<VisuallyHidden>, the narration prompt</VisuallyHidden>
        </StepHeading>
        <AutoDirectionTextarea
          aria-labelledby={wishHeading}
          placeholder="Enter a narration prompt"
          minRows={4}
          maxRows={10}
          maxLength={maxPromptCharacters}
          value={choices.wish}
          readOnly={isWriting}
          onChange={event => choices.change({ wish: event.currentTarget.value })}
        />
      </section>
      <section aria-label="Voice">
        <StepHeading step={3}>The voice</StepHeading>
        <div className={classes.pair}>
          <NativeSelect
            label="Language"
            data={[...languageNames]}
            value={choices.language}
            disabled={isWriting}
            onChange={event => choices.change({ language: event.currentTarget.value as LanguageName })}
          />
          <NativeSelect
            label="Voice"
            data={[{ value: '', label: 'Select a voice' }, ...listVoices(voices)]}
            value={findVoice(voices, choices.voice) ?? ''}
            disabled={isWriting || phase === 'generating audio'}
            onChange={event => choices.change({ voice: findVoice(voices, event.currentTarget.value) })}
          />
        </div>
        {voiceNote}
      </section>
      {children}
    </div>
  );
}

/** A single group needs no heading. */
function listVoices(groups: readonly VoiceGroup[]) {
  if (groups.length === 1) return groups.flatMap(group => group.voices);
  return groups.map(({ label, voices }) => ({ group: label, items: [...voices] }));
}

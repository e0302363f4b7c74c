import type { ComponentType } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { StepHeading } from '../../components/step-heading.tsx';
import { LanguagePicker } from '../language-picker/public.ts';
import type { Speakers } from '../voice-samples/public.ts';
import { LanguageWarning } from './language-warning.tsx';
import { ModeChoice } from './mode-choice.tsx';
import classes from './narration-form.module.css';
import type { NarrationState } from './narration-state.ts';
import { PromptField } from './prompt-field.tsx';
import type { Choices } from './use-choices.ts';
import { findVoice, type VoiceGroup } from './voice-choice.ts';
import type { VoiceField } from './voice-field.ts';

interface NarrationFormProps {
  readonly choices: Choices;
  readonly languageNames: readonly LanguageName[];
  readonly voices: readonly VoiceGroup[];
  /** In what the voice is chosen. */
  readonly voiceControl: ComponentType<VoiceField>;
  /** Who can speak the chosen voice. */
  readonly speakers: Speakers | undefined;
  /** What is being worked on keeps its own choices. */
  readonly phase: NarrationState['phase'];
}

/** Prompt, language, voice and narration style. */
export function NarrationForm(props: NarrationFormProps) {
  const { choices, languageNames, voices, voiceControl: VoiceControl, speakers, phase } = props;
  const isWriting = phase === 'generating script';
  const field: VoiceField = {
    groups: voices,
    voice: findVoice(voices, choices.voice),
    language: choices.language,
    disabled: isWriting || phase === 'generating audio',
    onChange: voice => choices.change({ voice }),
  };
  return (
    <div className={classes.form}>
      <PromptField
        prompt={choices.prompt}
        isReadOnly={isWriting}
        onChange={prompt => choices.change({ prompt })}
      />
      <section aria-label={t(voicesMessages.voice)}>
        <StepHeading step={3}>{t(voicesMessages.voice)}</StepHeading>
        <div className={classes.pair}>
          <LanguagePicker
            names={languageNames}
            value={choices.language}
            speakers={speakers}
            disabled={isWriting}
            onChange={language => choices.change({ language })}
          />
          <div data-asks-for="voice">
            <VoiceControl {...field} />
          </div>
        </div>
        <div aria-live="polite">
          <LanguageWarning speakers={speakers} language={choices.language} />
        </div>
      </section>
      <ModeChoice choices={choices} disabled={isWriting} />
    </div>
  );
}

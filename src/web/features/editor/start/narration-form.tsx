import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { StepHeading } from '../../../components/step-heading.tsx';
import { useLazyParts } from '../../../lib/load-chunk.ts';
import { LanguagePicker, LanguageWarning } from '../../language-picker/public.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import { getVoice } from '../model/editor.ts';
import { changeForm } from '../model/editor-state.ts';
import { isWriting } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import { lazyPreview } from './lazy-preview.ts';
import { GoalChoice, ModeChoice } from './mode-choice.tsx';
import classes from './narration-form.module.css';
import { PromptField } from './prompt-field.tsx';

export function NarrationForm({ languageNames }: { readonly languageNames: readonly LanguageName[] }) {
  const editor = useEditor();
  const { store } = editor;
  const speakers = useVoiceSpeakers();
  const { prompt, language } = useEditorState(state => state.form);
  const isFixed = useEditorState(isWriting);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const parts = useLazyParts(
    lazyPreview,
    useEditorState(({ video }) => video !== undefined),
  );
  return (
    <div className={classes.form}>
      <GoalChoice disabled={isFixed} />
      <PromptField
        prompt={prompt}
        isReadOnly={isFixed}
        onChange={changed => changeForm(store, { prompt: changed })}
      />
      <section aria-label={t(voicesMessages.voice)}>
        <StepHeading step={3}>{t(voicesMessages.voice)}</StepHeading>
        <div className={classes.pair}>
          <LanguagePicker
            names={languageNames}
            value={language}
            speakers={speakers}
            disabled={isFixed}
            onChange={chosen => changeForm(store, { language: chosen, isLanguageChosen: true })}
          />
          <div data-asks-for="voice">
            <VoicePicker
              plans={editor.getPlans()}
              value={getVoice(editor)}
              language={language}
              disabled={isWorking}
              onChange={voice => changeForm(store, { voice })}
            />
          </div>
        </div>
        <div aria-live="polite">
          <LanguageWarning speakers={speakers} language={language} />
        </div>
      </section>
      <ModeChoice disabled={isFixed} />
      {parts && <parts.DetailChoice disabled={isFixed} />}
      {parts && <parts.SoundChoice disabled={isFixed} />}
    </div>
  );
}

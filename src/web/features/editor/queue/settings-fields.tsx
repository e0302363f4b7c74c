import { useEffect, useEffectEvent, useState } from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { t } from '#shared/messages/message.ts';
import { queueMessages as messages } from '#shared/messages/queue.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { AutoDirectionTextarea, Checkbox } from '../../../components/field.tsx';
import { LanguagePicker } from '../../language-picker/public.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import type { QueueSettings } from '../keep/kept-queue.ts';
import { createEditor, getVoice } from '../model/editor.ts';
import { changeForm, type Form } from '../model/editor-state.ts';
import { EditorProvider, useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import { DetailChoice, GoalChoice, ModeChoice } from '../start/narration-form.tsx';
import classes from './queue.module.css';

interface SettingsFieldsProps {
  readonly settings: QueueSettings;
  readonly languageNames: readonly LanguageName[];
  readonly onChange: (settings: QueueSettings) => void;
}

export function SettingsFields({ settings, languageNames, onChange }: SettingsFieldsProps) {
  const { form, isSpoken } = settings;
  const editor = useFormEditor(form, changed => onChange({ ...settings, form: changed }));
  return (
    <EditorProvider editor={editor}>
      <div className={classes.fields}>
        <GoalChoice disabled={false} />
        <PromptAndVoice languageNames={languageNames} />
        <ModeChoice disabled={false} />
        <DetailChoice disabled={false} />
        <Checkbox
          label={t(messages.sound)}
          checked={isSpoken}
          onChange={checked => onChange({ ...settings, isSpoken: checked })}
        />
      </div>
    </EditorProvider>
  );
}

function useFormEditor(form: Form, onChange: (form: Form) => void) {
  const { owner, service, getConfig, getPlans } = useEditor();
  const [editor] = useState(() => {
    const made = createEditor({ owner, service, getConfig, getPlans });
    made.store.setState({ form });
    return made;
  });
  const report = useEffectEvent(onChange);
  useEffect(() => editor.store.setState({ form }), [editor, form]);
  useEffect(
    () =>
      editor.store.subscribe((state, before) => {
        if (state.form !== before.form) report(state.form);
      }),
    [editor],
  );
  return editor;
}

function PromptAndVoice({ languageNames }: Pick<SettingsFieldsProps, 'languageNames'>) {
  const editor = useEditor();
  const { store } = editor;
  const speakers = useVoiceSpeakers();
  const { prompt, language } = useEditorState(state => state.form);
  return (
    <>
      <AutoDirectionTextarea
        label={t(studioMessages.prompt)}
        placeholder={t(studioMessages.promptPlaceholder)}
        minRows={2}
        maxRows={8}
        maxLength={maxPromptCharacters}
        value={prompt}
        onChange={event => changeForm(store, { prompt: event.currentTarget.value })}
      />
      <div className={classes.pair}>
        <LanguagePicker
          names={languageNames}
          value={language}
          speakers={speakers}
          disabled={false}
          onChange={chosen => changeForm(store, { language: chosen, isLanguageChosen: true })}
        />
        <VoicePicker
          plans={editor.getPlans()}
          value={getVoice(editor)}
          language={language}
          disabled={false}
          onChange={voice => changeForm(store, { voice })}
        />
      </div>
    </>
  );
}

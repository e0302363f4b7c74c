import { type Message, t } from '#shared/messages/message.ts';
import { promptExampleMessages } from '#shared/messages/prompt-examples.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { getDescriptionKind, type NarrationStyle } from '#shared/narration/project.ts';
import { RadioGroup } from '../../../components/field.tsx';
import { run } from '../model/change-document.ts';
import { changeForm, type EditorStore } from '../model/editor-state.ts';
import { getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './mode-choice.module.css';

interface ChoiceProps {
  readonly disabled: boolean;
}

/** What is made of the video: a narration, or an audio description for people who cannot see it. */
export function GoalChoice({ disabled }: ChoiceProps) {
  const { store } = useEditor();
  const { style, prompt } = useEditorState(state => state.form);
  const isDescription = getDescriptionKind({ style }) !== undefined;
  const describerPrompt = t(promptExampleMessages.descriptionPrompt);
  return (
    <RadioGroup
      legend={t(studioMessages.goal)}
      className={classes.goals}
      disabled={disabled}
      options={[
        {
          label: t(studioMessages.narrate),
          detail: t(studioMessages.narrateHint),
          isOn: !isDescription,
          choose: () =>
            changeForm(store, {
              style: 'continuous',
              ...(prompt === describerPrompt && { prompt: '' }),
            }),
        },
        {
          label: t(studioMessages.makeAccessible),
          detail: t(studioMessages.makeAccessibleHint),
          isOn: isDescription,
          choose: () =>
            changeForm(store, {
              style: 'description-extended',
              ...(prompt.trim() === '' && { prompt: describerPrompt }),
            }),
        },
      ]}
    />
  );
}

/** How lines lie: in a narration, one continuous script or lines with times; in a description, with pauses of the video or without. */
export function ModeChoice({ disabled }: ChoiceProps) {
  const { store } = useEditor();
  const style = useEditorState(state => state.form.style);
  const toOption = (option: NarrationStyle, label: Message, detail: Message) => ({
    label: t(label),
    detail: t(detail),
    isOn: style === option,
    choose: () => chooseStyle(store, option),
  });
  const messages = studioMessages;
  if (getDescriptionKind({ style }))
    return (
      <RadioGroup
        legend={t(messages.descriptionKind)}
        disabled={disabled}
        options={[
          toOption('description-extended', messages.extended, messages.extendedHint),
          toOption('description-standard', messages.standard, messages.standardHint),
        ]}
      />
    );
  return (
    <RadioGroup
      legend={t(messages.style)}
      disabled={disabled}
      options={[
        toOption('continuous', messages.whole, messages.wholeHint),
        toOption('timed', messages.timed, messages.timedHint),
      ]}
    />
  );
}

/** A description that is there changes with the form: its video pauses, or no longer does. */
function chooseStyle(store: EditorStore, style: NarrationStyle): void {
  changeForm(store, { style });
  const narration = getNarration(store.getState());
  if (narration && getDescriptionKind(narration) && getDescriptionKind({ style }))
    run(store, { type: 'changeNarration', narrationId: narration.id, changes: { style } });
}

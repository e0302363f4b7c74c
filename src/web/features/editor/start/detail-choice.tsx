import { descriptionDetails } from '#shared/description.ts';
import { detailMessages as messages } from '#shared/messages/detail.ts';
import { t } from '#shared/messages/message.ts';
import { getDescriptionKind } from '#shared/narration/project.ts';
import { RadioGroup } from '../../../components/field.tsx';
import { changeForm } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';

/** How much an audio description says, from the next time it is written: nothing is looked at again. */
export function DetailChoice({ disabled }: { readonly disabled: boolean }) {
  const { store } = useEditor();
  const form = useEditorState(state => state.form);
  if (!getDescriptionKind(form)) return null;
  return (
    <RadioGroup
      legend={t(messages.detail)}
      disabled={disabled}
      options={descriptionDetails.map(detail => ({
        label: t(messages[detail]),
        detail: t(messages[`${detail}Hint`]),
        isOn: form.detail === detail,
        choose: () => changeForm(store, { detail }),
      }))}
    />
  );
}

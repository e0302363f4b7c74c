import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { findNearestVoice } from '#shared/nearest-voice.ts';
import { type ChosenVoice, getVoiceName, type OwnVoice, toVoiceId } from '#shared/voices.ts';
import { TextButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { findBlend, toChosen, useOwnVoices } from '../../voice-picker/public.ts';
import { changeForm, type EditorStore } from '../store/editor-state.ts';
import { runLate } from '../store/run-late.ts';
import { getLines } from '../store/select.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';

/** Own voices of the narration, its roles and lines that their provider no longer lists, each with the nearest to take instead. */
export function GoneVoices() {
  const { store, getPlans } = useEditor();
  const { data } = useOwnVoices();
  const voice = useEditorState(({ form }) => form.voice);
  const language = useEditorState(({ form }) => form.language);
  const cast = useEditorState(({ project }) => project.cast);
  const lines = useEditorState(getLines);
  if (!data) return null;
  const plans: readonly string[] = getPlans();
  const offered = data.voices.filter(({ plan }) => plans.includes(plan));
  const gone = listGone([voice, ...[...cast, ...lines].map(each => each.voice)], {
    ...data,
    voices: offered,
  });
  return gone.map(each => {
    const own = findNearestVoice(each, offered, language);
    const nearest = own ? toChosen(own) : 'nova';
    return (
      <Notice key={toVoiceId(each)} tone="problem">
        {t(voiceListMessages.gone, { voice: each.name })}{' '}
        <TextButton onClick={() => replaceVoice(store, each, nearest)}>
          {t(voiceListMessages.useVoice, { voice: getVoiceName(nearest) })}
        </TextButton>
      </Notice>
    );
  });
}

/** Each once. Those of a provider that did not list its voices may still be there. */
function listGone(
  used: readonly (ChosenVoice | undefined)[],
  { voices, failures }: OwnVoicesAnswer,
): OwnVoice[] {
  const ids = new Set(voices.map(({ voice }) => voice));
  const gone = used
    .filter(voice => typeof voice === 'object')
    .filter(
      voice =>
        !ids.has(toVoiceId(voice)) &&
        !findBlend(voice.id, ids, [voice.provider]) &&
        !failures.some(({ provider }) => provider === voice.provider),
    );
  return [...new Map(gone.map(voice => [toVoiceId(voice), voice])).values()];
}

/** Wherever it is chosen; one Undo takes it back for roles and lines. */
function replaceVoice(store: EditorStore, gone: OwnVoice, voice: ChosenVoice): void {
  const { form, project, narrationId } = store.getState();
  const isGone = (each: ChosenVoice | undefined) =>
    typeof each === 'object' && toVoiceId(each) === toVoiceId(gone);
  const options = { group: `replace ${toVoiceId(gone)}` };
  if (isGone(form.voice)) changeForm(store, { voice });
  for (const { id } of project.cast.filter(member => isGone(member.voice)))
    runLate(store, { type: 'editMember', memberId: id, changes: { voice } }, options);
  if (narrationId === undefined) return;
  for (const { id } of getLines(store.getState()).filter(line => isGone(line.voice)))
    runLate(store, { type: 'setDelivery', narrationId, lineId: id, changes: { voice } }, options);
}

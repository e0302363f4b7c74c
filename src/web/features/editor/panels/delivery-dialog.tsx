import { useState } from 'react';
import { castMessages } from '#shared/messages/cast.ts';
import { deliveryMessages as messages } from '#shared/messages/delivery.ts';
import { t } from '#shared/messages/message.ts';
import {
  type CastMember,
  type Delivery,
  deliveryFields,
  getSpokenWith,
  type Line,
  type Narration,
} from '#shared/narration/project.ts';
import { type Manner, manners } from '#shared/speech.ts';
import { getVoiceName } from '#shared/voices.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Select, TextField } from '../../../components/field.tsx';
import { SliderField } from '../../../components/slider.tsx';
import { VoicePicker } from '../../voice-picker/public.ts';
import { findSpeaker, nameSpeaker, type Speaker, useSpeakers } from '../../voice-samples/public.ts';
import { runOnNarration } from '../model/change-document.ts';
import { getNarration, getShownLanguage } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './panels.module.css';

const maxPauseSeconds = 10;
const paces = { min: 0.7, max: 1.3, step: 0.05 };

export function DeliveryDialog({
  lineId,
  onClose,
}: {
  readonly lineId: string;
  readonly onClose: () => void;
}) {
  const { store, getPlans } = useEditor();
  const narration = useEditorState(getNarration);
  const cast = useEditorState(({ project }) => project.cast);
  const language = useEditorState(getShownLanguage);
  const at = narration?.lines.findIndex(({ id }) => id === lineId) ?? -1;
  const line = narration?.lines[at];
  if (!narration || !line) return null;
  const setAll = (changes: Delivery, group?: string) =>
    runOnNarration(store, { type: 'setDelivery', lineId, changes }, { group });
  const change = (changes: Delivery) => setAll(changes, `delivery ${lineId}`);
  const pace = line.pace ?? 1;
  return (
    <Dialog title={t(messages.title, { number: at + 1 })} onClose={onClose}>
      <div className="stack">
        <p dir="auto">{line.text}</p>
        <div className={classes.fields}>
          <Select
            label={t(messages.role)}
            value={line.castId ?? ''}
            options={[
              { value: '', label: t(castMessages.narrator) },
              ...cast.map(({ id }) => ({ value: id, label: nameRole(cast, id) ?? '' })),
            ]}
            onChoose={id => change({ castId: id || undefined })}
          />
          <VoicePicker
            label={t(messages.voice)}
            plans={getPlans()}
            value={line.voice}
            language={language}
            noneLabel={t(messages.voiceOfRole)}
            onChange={voice => change({ voice })}
          />
          <MannerField narration={narration} line={line} onChoose={manner => change({ manner })} />
          <SliderField
            label={t(messages.pace)}
            text={t(messages.paceValue, { pace: pace.toFixed(2) })}
            {...paces}
            value={pace}
            onChoose={chosen => change({ pace: chosen === 1 ? undefined : chosen })}
          />
          <PauseField
            label={t(messages.pauseBefore)}
            ms={line.pauseBeforeMs}
            onChange={pauseBeforeMs => change({ pauseBeforeMs })}
          />
          <PauseField
            label={t(messages.pauseAfter)}
            ms={line.pauseAfterMs}
            onChange={pauseAfterMs => change({ pauseAfterMs })}
          />
        </div>
        <div className="row">
          <Button onClick={onClose}>{t(messages.done)}</Button>
          <TextButton onClick={() => setAll(nothing)}>{t(messages.reset)}</TextButton>
        </div>
      </div>
    </Dialog>
  );
}

/** A recording stays. */
const { recordingId: _, ...nothing }: Delivery = Object.fromEntries(
  deliveryFields.map(field => [field, undefined]),
);

interface MannerFieldProps {
  readonly narration: Narration;
  readonly line: Line;
  readonly onChoose: (manner: Manner | undefined) => void;
}

/** Manners that the provider of the line's voice cannot perform are marked; they count once the voice is another. */
function MannerField({ narration, line, onChoose }: MannerFieldProps) {
  const speaker = useLineSpeaker(narration, line);
  const isPlain = (manner: Manner) => speaker !== undefined && !speaker.manners?.includes(manner);
  const note =
    speaker && line.manner && isPlain(line.manner)
      ? t(messages.spokenPlainly, { name: nameSpeaker(speaker) })
      : undefined;
  return (
    <Select
      label={t(messages.manner)}
      description={note}
      value={line.manner ?? ''}
      options={[
        { value: '', label: t(messages.plain) },
        ...manners.map(manner => {
          const name = t(messages[manner]);
          return { value: manner, label: isPlain(manner) ? t(messages.plainly, { manner: name }) : name };
        }),
      ]}
      onChoose={value => onChoose(manners.find(manner => manner === value))}
    />
  );
}

function useLineSpeaker(narration: Narration, line: Line): Speaker | undefined {
  const editor = useEditor();
  const project = useEditorState(state => state.project);
  const formVoice = useEditorState(({ form }) => form.voice);
  const language = useEditorState(getShownLanguage);
  const settings = { ...narration.settings, voice: formVoice ?? narration.settings.voice };
  const spokenWith = getSpokenWith(project, { ...narration, settings }, line);
  const speakers = useSpeakers(spokenWith?.voice, editor.getPlans()[0]);
  return speakers && findSpeaker(speakers, language, spokenWith?.provider);
}

interface PauseFieldProps {
  readonly label: string;
  readonly ms: number | undefined;
  readonly onChange: (ms: number | undefined) => void;
}

function PauseField({ label, ms = 0, onChange }: PauseFieldProps) {
  const [typed, setTyped] = useState<string>();
  const seconds = Number((typed ?? '').replace(',', '.'));
  const isWrong = typed !== undefined && !(seconds >= 0 && seconds <= maxPauseSeconds);
  return (
    <TextField
      label={label}
      inputMode="decimal"
      error={isWrong ? t(messages.pauseBounds, { most: maxPauseSeconds }) : undefined}
      value={typed ?? String(ms / 1000)}
      onBlur={() => isWrong || setTyped(undefined)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const asked = Number(value.replace(',', '.'));
        if (asked >= 0 && asked <= maxPauseSeconds) onChange(Math.round(asked * 1000) || undefined);
      }}
    />
  );
}

/** How a line is spoken, where that is said of it: "Anna · whispering · 0.8×". */
export function describeDelivery(line: Line, cast: readonly CastMember[]): string | undefined {
  const { castId, voice, manner, pace, pauseBeforeMs, pauseAfterMs } = line;
  const printPause = (ms: number) => String(Math.round(ms / 100) / 10);
  const facts = [
    castId !== undefined && nameRole(cast, castId),
    voice && getVoiceName(voice),
    manner && t(messages[manner]),
    pace !== undefined && t(messages.paceValue, { pace: pace.toFixed(2) }),
    pauseBeforeMs && t(messages.before, { seconds: printPause(pauseBeforeMs) }),
    pauseAfterMs && t(messages.after, { seconds: printPause(pauseAfterMs) }),
  ];
  return facts.filter(Boolean).join(' · ') || undefined;
}

function nameRole(cast: readonly CastMember[], castId: string): string | undefined {
  const at = cast.findIndex(({ id }) => id === castId);
  return at < 0 ? undefined : cast[at]?.name.trim() || t(castMessages.person, { number: at + 1 });
}

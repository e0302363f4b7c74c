import { useId, useState } from 'react';
import { castMessages } from '#shared/messages/cast.ts';
import { deliveryMessages as messages } from '#shared/messages/delivery.ts';
import { t } from '#shared/messages/message.ts';
import {
  type Delivery,
  deliveryFields,
  getSpokenWith,
  type Line,
  type Narration,
} from '#shared/narration/project.ts';
import { type Manner, manners } from '#shared/speech.ts';
import { Button, TextButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';
import { Slider } from '../../../components/slider.tsx';
import { VoicePicker } from '../../voice-picker/public.ts';
import { findSpeaker, nameSpeaker, type Speaker, useSpeakers } from '../../voice-samples/public.ts';
import { runOnNarration } from '../model/change-document.ts';
import { getNarration, getShownLanguage } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './cast-panel.module.css';
import { nameRole } from './describe-delivery.ts';

const maxPauseSeconds = 10;
const pace = { least: 0.7, most: 1.3, step: 0.05 };

interface DeliveryDialogProps {
  readonly lineId: string;
  readonly onClose: () => void;
}

/** Who says a line, and how: role, voice, manner, pace and the pauses around it. */
export function DeliveryDialog({ lineId, onClose }: DeliveryDialogProps) {
  const narration = useEditorState(getNarration);
  const at = narration?.lines.findIndex(({ id }) => id === lineId) ?? -1;
  const line = narration?.lines[at];
  if (!narration || !line) return null;
  return (
    <Dialog title={t(messages.title, { number: at + 1 })} onClose={onClose}>
      <p dir="auto">{line.text}</p>
      <Fields narration={narration} line={line} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t(messages.done)}</Button>
        <ResetButton lineId={lineId} />
      </div>
    </Dialog>
  );
}

/** A recording stays. */
const { recordingId: _, ...nothing }: Delivery = Object.fromEntries(
  deliveryFields.map(field => [field, undefined]),
);

function ResetButton({ lineId }: { readonly lineId: string }) {
  const { store } = useEditor();
  return (
    <TextButton onClick={() => runOnNarration(store, { type: 'setDelivery', lineId, changes: nothing })}>
      {t(messages.reset)}
    </TextButton>
  );
}

interface FieldsProps {
  readonly narration: Narration;
  readonly line: Line;
}

function Fields({ narration, line }: FieldsProps) {
  const editor = useEditor();
  const { store } = editor;
  const { id: lineId, castId, voice } = line;
  const cast = useEditorState(({ project }) => project.cast);
  const language = useEditorState(getShownLanguage);
  const change = (changes: Delivery) =>
    runOnNarration(store, { type: 'setDelivery', lineId, changes }, { group: `delivery ${lineId}` });
  return (
    <div className={classes.delivery}>
      <Select
        label={t(messages.role)}
        value={castId ?? ''}
        onChoose={id => change({ castId: id || undefined })}
      >
        <option value="">{t(castMessages.narrator)}</option>
        {cast.map(({ id }) => (
          <option key={id} value={id}>
            {nameRole(cast, id)}
          </option>
        ))}
      </Select>
      <VoicePicker
        label={t(messages.voice)}
        plans={editor.getPlans()}
        value={voice}
        language={language}
        noneLabel={t(messages.voiceOfRole)}
        onChange={chosen => change({ voice: chosen })}
      />
      <MannerChoice narration={narration} line={line} onChange={manner => change({ manner })} />
      <PaceSlider pace={line.pace} onChange={changed => change({ pace: changed })} />
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
  );
}

interface MannerChoiceProps extends FieldsProps {
  readonly onChange: (manner: Manner | undefined) => void;
}

/** Manners that the provider of the line's voice cannot perform are marked; they count once the voice is another. */
function MannerChoice({ narration, line, onChange }: MannerChoiceProps) {
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
      onChoose={value => onChange(manners.find(manner => manner === value))}
    >
      <option value="">{t(messages.plain)}</option>
      {manners.map(manner => (
        <option key={manner} value={manner}>
          {isPlain(manner) ? t(messages.plainly, { manner: t(messages[manner]) }) : t(messages[manner])}
        </option>
      ))}
    </Select>
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

function PaceSlider(props: {
  readonly pace: number | undefined;
  onChange: (pace: number | undefined) => void;
}) {
  const { pace: value = 1, onChange } = props;
  const id = useId();
  const text = t(messages.paceValue, { pace: value.toFixed(2) });
  return (
    <div>
      <label htmlFor={id}>{t(messages.pace)}</label> <output htmlFor={id}>{text}</output>
      <Slider
        id={id}
        aria-valuetext={text}
        min={pace.least}
        max={pace.most}
        step={pace.step}
        value={value}
        onChange={({ currentTarget }) => {
          // Steps of a slider add up to numbers such as 1.0500000000000003.
          const chosen = Math.round(Number(currentTarget.value) * 100) / 100;
          onChange(chosen === 1 ? undefined : chosen);
        }}
      />
    </div>
  );
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

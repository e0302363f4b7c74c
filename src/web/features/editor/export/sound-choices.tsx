import type { SoundChoice } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { RadioGroup } from '../../../components/field.tsx';
import { Select } from '../../../components/select.tsx';

interface SoundChoicesProps {
  readonly choices: readonly SoundChoice[];
  readonly chosen: SoundChoice;
  readonly isSpokenSubtitles: boolean;
  readonly onChoose: (sound: SoundChoice) => void;
}

/** The sound of the video; nothing where only one is possible. */
export function SoundChoices({ choices, chosen, isSpokenSubtitles, onChoose }: SoundChoicesProps) {
  if (choices.length === 1) return null;
  return (
    <RadioGroup
      legend={t(messages.sound)}
      options={choices.map(choice => ({
        label: t(soundTexts[choice].label),
        detail: t(
          isSpokenSubtitles && choice === 'second' ? messages.secondOverDetail : soundTexts[choice].detail,
        ),
        isOn: choice === chosen,
        choose: () => onChoose(choice),
      }))}
    />
  );
}

interface AudioTrackFieldProps {
  readonly plan: Pick<VideoPlan, 'tracks' | 'used'>;
  /** Undefined until chosen: then it is what the plan says. */
  readonly chosen: AudioTrackChoice | undefined;
  readonly onChoose: (audioTrack: AudioTrackChoice) => void;
}

/** The sound track that the voice is mixed with; nothing where there is only one. */
export function AudioTrackField({ plan, chosen, onChoose }: AudioTrackFieldProps) {
  const { tracks, used } = plan;
  if (tracks.length < 2) return null;
  return (
    <Select
      label={t(messages.originalSound)}
      value={chosen ?? used[0]?.number}
      onChoose={value => onChoose(value === 'all' ? value : Number(value))}
    >
      {tracks.map(({ number, name, isReadable }) => (
        <option key={number} value={number} disabled={!isReadable}>
          {t(isReadable ? messages.track : messages.unreadableTrack, { name })}
        </option>
      ))}
      {tracks.filter(({ isReadable }) => isReadable).length > 1 && (
        <option value="all">{t(messages.allTracks)}</option>
      )}
    </Select>
  );
}

const soundTexts = {
  mixed: { label: messages.mixed, detail: messages.mixedDetail },
  second: { label: messages.second, detail: messages.secondDetail },
  voice: { label: messages.voice, detail: messages.voiceDetail },
} as const satisfies Readonly<Record<SoundChoice, object>>;

/** A level, such as "Unchanged", "Much quieter (12 dB)" or "Slightly louder (3 dB)". */
export function describeLevel(db: number): string {
  if (db === 0) return t(messages.unchanged);
  return t(chooseStep(db), { db: Math.abs(db) });
}

/** As people hear it: 10 dB are about twice as loud. */
function chooseStep(db: number) {
  const { slightlyLouder, louder, slightlyQuieter, quieter, muchQuieter, farQuieter } = messages;
  if (db > 0) return db <= 3 ? slightlyLouder : louder;
  if (db >= -3) return slightlyQuieter;
  if (db > -10) return quieter;
  return db > -20 ? muchQuieter : farQuieter;
}

/** A loudness as it is measured: "−16 LUFS". */
export function describeLoudness(lufs: number): string {
  return `${lufs < 0 ? '−' : ''}${Math.abs(lufs)} LUFS`;
}

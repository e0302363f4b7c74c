import { useEffect, useState, useSyncExternalStore } from 'react';
import type { VoiceMeasure } from '#media/mix/measure-loudness.ts';
import {
  broadcastLufs,
  type MixSettings,
  mixBounds,
  type SoundChoice,
  usualMix,
  webLufs,
} from '#media/mix/mix-settings.ts';
import { planHeardMix } from '#media/mix/plan-heard-mix.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { Button } from '../../../components/button.tsx';
import { RadioGroup, Select } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SliderField, type SliderFieldProps } from '../../../components/slider.tsx';
import { noteFailure } from '../../../lib/failures.ts';
import { changeSettings } from '../model/change-document.ts';
import type { Player } from '../model/editor-state.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { askWorker, useExporter } from './exporter.ts';

interface SoundChoicesProps {
  readonly choices: readonly SoundChoice[];
  readonly chosen: SoundChoice;
  readonly isSpokenSubtitles: boolean;
}

export function SoundChoices({ choices, chosen, isSpokenSubtitles }: SoundChoicesProps) {
  const exporter = useExporter();
  if (choices.length === 1) return null;
  const isOver = (choice: SoundChoice) => isSpokenSubtitles && choice === 'second';
  return (
    <RadioGroup
      legend={t(messages.sound)}
      options={choices.map(choice => ({
        label: t(messages[choice]),
        detail: t(isOver(choice) ? messages.secondOverDetail : messages[`${choice}Detail`]),
        isOn: choice === chosen,
        choose: () => exporter.choose({ sound: choice }),
      }))}
    />
  );
}

interface VideoSoundFieldsProps {
  readonly source: {
    readonly narration: Narration;
    readonly voice: VoicePlan;
    readonly music: HeardMusic | undefined;
  };
  readonly file: File;
  readonly plan: Pick<VideoPlan, 'tracks' | 'used'>;
  readonly sound: SoundChoice;
  readonly track: AudioTrackChoice | undefined;
}

export function VideoSoundFields({ source, file, plan, sound, track }: VideoSoundFieldsProps) {
  const { narration, voice, music } = source;
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const { mix = usualMix, isSpokenSubtitles } = narration.settings;
  // Spoken subtitles are over the original in a second track, too.
  const heard = isSpokenSubtitles && sound === 'second' ? 'mixed' : sound;
  const isMixed = heard === 'mixed';
  useHeardMix(player, voice, { sound: heard, mix, music });
  const change = (changed: Partial<MixSettings>) =>
    changeSettings(store, narration, { mix: { ...mix, ...changed } });
  return (
    <>
      {isMixed && (
        <>
          <AudioTrackField plan={plan} file={file} chosen={track} />
          {voice.described && track !== undefined && <Notice tone="plain">{t(messages.otherTrack)}</Notice>}
          <Level
            label={t(messages.originalLevel)}
            value={mix.originalDb}
            min={minOriginalDb}
            max={mixBounds.originalDb.most}
            onChoose={originalDb => change({ originalDb })}
          />
          <Level
            label={t(messages.duckedLevel)}
            value={-mix.duckDb}
            min={-maxDuckDb}
            max={0}
            onChoose={db => change({ duckDb: -db })}
          />
        </>
      )}
      <Level
        label={t(messages.voiceLevel)}
        value={mix.voiceDb}
        min={mixBounds.voiceDb.least}
        max={mixBounds.voiceDb.most}
        onChoose={voiceDb => change({ voiceDb })}
      />
      <Select
        label={t(messages.loudness)}
        value={mix.loudnessLufs}
        options={[
          { value: webLufs, label: t(messages.webLoudness, { lufs: describeLoudness(webLufs) }) },
          {
            value: broadcastLufs,
            label: t(messages.broadcastLoudness, { lufs: describeLoudness(broadcastLufs) }),
          },
        ]}
        onChoose={value => change({ loudnessLufs: Number(value) })}
      />
      {player && heard !== 'second' && <Preview player={player} plan={plan} isMixed={isMixed} />}
    </>
  );
}

/** The command line allows more. */
const minOriginalDb = -24;
const maxDuckDb = 30;

const describeLoudness = (lufs: number) => `${lufs < 0 ? '−' : ''}${Math.abs(lufs)} LUFS`;

interface AudioTrackFieldProps extends Pick<VideoSoundFieldsProps, 'plan' | 'file'> {
  readonly chosen: AudioTrackChoice | undefined;
}

function AudioTrackField({ plan: { tracks, used }, file, chosen }: AudioTrackFieldProps) {
  const exporter = useExporter();
  if (tracks.length < 2) return null;
  const readable = tracks.filter(({ isReadable }) => isReadable);
  const options = tracks.map(({ number, name, isReadable }) => ({
    value: number,
    label: t(isReadable ? messages.track : messages.unreadableTrack, { name }),
    disabled: !isReadable,
  }));
  const choose = (choice: AudioTrackChoice) => exporter.choose({ track: { of: file, choice } });
  return (
    <Select
      label={t(messages.originalSound)}
      value={chosen ?? used[0]?.number}
      options={readable.length > 1 ? [...options, { value: 'all', label: t(messages.allTracks) }] : options}
      onChoose={value => choose(value === 'all' ? value : Number(value))}
    />
  );
}

export function Level(props: Omit<SliderFieldProps, 'text' | 'step'>) {
  return <SliderField {...props} text={describeLevel(props.value)} step={1} />;
}

/** As people hear it, by the most dB of each: 10 dB are about twice as loud. */
const levelSteps = [
  [-20, messages.farQuieter],
  [-10, messages.muchQuieter],
  [-4, messages.quieter],
  [0, messages.slightlyQuieter],
  [3, messages.slightlyLouder],
] as const;

/** Such as "Unchanged", "Much quieter (12 dB)" or "Slightly louder (3 dB)". */
function describeLevel(db: number): string {
  if (db === 0) return t(messages.unchanged);
  const [, step = messages.louder] = levelSteps.find(([most]) => db <= most) ?? [];
  return t(step, { db: Math.abs(db) });
}

type PreviewProps = { readonly player: Player; readonly isMixed: boolean } & Pick<
  VideoSoundFieldsProps,
  'plan'
>;

/** Plays the video, which stands behind the dialog: only the first readable track, and none where the browser cannot play the video. */
function Preview({ player, plan: { tracks, used }, isMixed }: PreviewProps) {
  const { isPlaying, videoSeconds } = useSyncExternalStore(player.subscribe, player.getPlaybackTime);
  const heard = tracks.find(({ isReadable }) => isReadable);
  const isHeard = !isMixed || (used.length === 1 && used[0]?.number === heard?.number);
  const facts = isHeard ? messages.previewSound : messages.previewFirstTrack;
  return (
    <div className="row">
      <Button variant="default" onClick={() => player.toggle()}>
        {t(isPlaying ? messages.pausePreview : messages.playPreview)}
      </Button>
      <p className="flat soft small">
        {t(isMixed && videoSeconds === undefined ? messages.previewNarrationOnly : facts)}
      </p>
    </div>
  );
}

interface HeardSound {
  readonly sound: SoundChoice;
  readonly mix: MixSettings;
  readonly music: HeardMusic | undefined;
}

/** While the options of a video are shown the player sounds as the video will, at once with each change. */
function useHeardMix(player: Player | undefined, voice: VoicePlan, { sound, mix, music }: HeardSound): void {
  const [measure, setMeasure] = useState<VoiceMeasure>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setMeasure(undefined);
    askWorker('measureVoice', voice, { signal }).then(
      heard => signal.aborted || setMeasure(heard),
      // What is heard stays as it was; the export says what is wrong with the sound.
      error => signal.aborted || noteFailure(error),
    );
    return () => leaving.abort();
  }, [voice]);
  useEffect(() => {
    // With two sound tracks the player sounds as the person set it.
    if (measure)
      player?.setMix(sound === 'second' ? undefined : planHeardMix(measure, { sound, mix, music }));
  }, [player, measure, sound, mix, music]);
  useEffect(() => () => player?.setMix(undefined), [player]);
}

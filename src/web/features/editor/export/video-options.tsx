import { type ReactNode, useSyncExternalStore } from 'react';
import { type MixSettings, type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { VideoPlan } from '#media/mix/plan-narrated-video.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import type { Narration } from '#shared/narration/project.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { changeSettings } from '../model/change-document.ts';
import type { HeardMusic, VoicePlan } from '../model/plan-voice.ts';
import type { Player } from '../model/player.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import type { ExportChoices } from './kinds.ts';
import { MixFields } from './mix-fields.tsx';
import { AudioTrackField, SoundChoices } from './sound-choices.tsx';
import { useHeardMix } from './use-heard-mix.ts';
import classes from './video-options.module.css';

export interface VideoSound {
  readonly sound: SoundChoice;
  readonly mix: MixSettings;
}

interface VideoOptionsProps extends VideoSound {
  readonly narration: Narration;
  readonly voice: VoicePlan;
  readonly video: File;
  readonly plan: VideoPlan;
  readonly music: HeardMusic | undefined;
  readonly choices: ExportChoices;
  readonly onChoose: (choices: ExportChoices) => void;
}

export function VideoOptions(props: VideoOptionsProps) {
  const { narration, voice, video, plan, sound, mix, music, choices, onChoose } = props;
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const { isSpokenSubtitles = false } = narration.settings;
  // Spoken subtitles are over the original in a second track, too.
  const heard = isSpokenSubtitles && sound === 'second' ? 'mixed' : sound;
  useHeardMix(player, voice, { sound: heard, mix, music });
  const choose = (changed: Partial<ExportChoices>) => onChoose({ ...choices, ...changed });
  const isMixed = heard === 'mixed';
  const audioTrack = choices.track?.of === video ? choices.track.choice : undefined;
  return (
    <>
      {plan.notice && <Notice tone="plain">{plan.notice}</Notice>}
      <SoundChoices
        choices={plan.choices}
        chosen={sound}
        isSpokenSubtitles={isSpokenSubtitles}
        onChoose={chosen => choose({ sound: chosen })}
      />
      {isMixed && (
        <AudioTrackField
          plan={plan}
          chosen={audioTrack}
          onChoose={choice => choose({ track: { of: video, choice } })}
        />
      )}
      {isMixed && voice.described && audioTrack !== undefined && (
        <Notice tone="plain">{t(messages.otherTrack)}</Notice>
      )}
      <MixFields
        mix={mix}
        isMixed={isMixed}
        onChange={changed => changeSettings(store, narration, { mix: changed })}
      />
      {player && heard !== 'second' && <PreviewLine player={player} plan={plan} isMixed={isMixed} />}
      {voice.cues.length > 0 && (
        <Checkbox
          label={t(messages.includeSubtitles)}
          checked={choices.hasSubtitles}
          onChange={hasSubtitles => choose({ hasSubtitles })}
        />
      )}
    </>
  );
}

export function chooseVideoSound(
  { choices }: VideoPlan,
  { settings }: Narration,
  wanted: SoundChoice | undefined,
): VideoSound {
  const sound = wanted && choices.includes(wanted) ? wanted : (choices[0] ?? 'voice');
  return { sound, mix: settings.mix ?? usualMix };
}

interface PreviewLineProps {
  readonly player: Player;
  readonly plan: VideoPlan;
  readonly isMixed: boolean;
}

/** Plays the preview, which stands behind the dialog. */
function PreviewLine({ player, plan, isMixed }: PreviewLineProps) {
  const isPlaying = useSyncExternalStore(player.subscribe, () => player.getPlaybackTime().isPlaying);
  const hasPicture = useSyncExternalStore(
    player.subscribe,
    () => player.getPlaybackTime().videoSeconds !== undefined,
  );
  return (
    <div className={classes.preview}>
      <Button variant="default" onClick={() => player.toggle()}>
        {t(isPlaying ? messages.pausePreview : messages.playPreview)}
      </Button>
      <p className={classes.note}>{describePreview(plan, isMixed, hasPicture)}</p>
    </div>
  );
}

/** What the preview plays: only the first readable sound track, and none where the browser cannot play the video. */
function describePreview({ tracks, used }: VideoPlan, isMixed: boolean, hasPicture: boolean): ReactNode {
  const isHeard =
    used.length === 1 && used[0]?.number === tracks.find(({ isReadable }) => isReadable)?.number;
  if (isMixed && !hasPicture) return t(messages.previewNarrationOnly);
  return t(isHeard || !isMixed ? messages.previewSound : messages.previewFirstTrack);
}

import { getLanguage } from '#shared/languages.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { writeDescriptions, writeVtt } from '#shared/script/write-subtitles.ts';
import { Notice } from '../../../components/notice.tsx';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import type { VoicePlan } from '../model/plan-voice.ts';
import classes from './export-dialog.module.css';
import { type ExportSource, mark } from './export-source.ts';
import type { Companion } from './exporter.ts';
import { type ExportProps, SaveButton } from './file-export.tsx';
import { nameFile } from './formats.ts';
import { estimateBytes } from './kinds.ts';
import { planSigning } from './orders.ts';
import { useVideoPlan } from './use-video-plan.ts';
import { chooseVideoSound, VideoOptions } from './video-options.tsx';

export function VideoExport({ source, ...props }: ExportProps) {
  const { narration, voice, video } = source;
  if (!narration || !voice || !video) return null;
  return <PlannedVideo {...props} source={{ ...source, narration, voice, video }} />;
}

interface PlannedVideoProps extends Omit<ExportProps, 'source'> {
  readonly source: ExportSource & {
    readonly [Key in 'narration' | 'voice' | 'video']: NonNullable<ExportSource[Key]>;
  };
}

function PlannedVideo({ source, choices, onChoose, exporter, onDownload, ...button }: PlannedVideoProps) {
  const { narration, voice, language } = source;
  const { file: video } = source.video;
  const { pauses } = voice;
  const audioTrack = choices.track?.of === video ? choices.track.choice : undefined;
  const { isSpokenSubtitles = false } = narration.settings;
  // Viewers choose them as they choose subtitles.
  const wanted = choices.sound ?? (isSpokenSubtitles ? 'second' : undefined);
  const { plan, problem } = useVideoPlan(video, { sound: wanted, audioTrack, pauses });
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (!plan) return <p className={classes.note}>{t(messages.checking)}</p>;
  const { sound, mix } = chooseVideoSound(plan, narration, wanted);
  const { omitted, mimeType } = plan;
  const name = nameFile('video', source, plan.container);
  const bytes = estimateBytes('video', source, sound);
  const subtitles = choices.hasSubtitles ? voice.cues : [];
  const marks = mark(source, 'mixed');
  const heard = { sound, audioTrack, mix, isSpokenSubtitles };
  const canBeSigned = plan.container === 'mp4';
  const signing = canBeSigned ? planSigning(source, 'mixed') : undefined;
  const unsigned = source.storeBytes && !canBeSigned && t(credentialMessages.notPossible);
  const save = () =>
    exporter.make(
      {
        job: {
          kind: 'video',
          video,
          voice,
          language,
          ...heard,
          music: source.music,
          subtitles,
          marks,
          signing,
        },
        wanted: { name, mimeType, bytes, asksPlace: true },
        omitted,
        companion: choices.hasSubtitles ? makeSubtitles(source, voice, name) : undefined,
      },
      onDownload,
    );
  const duration = formatDuration(voice.durationSeconds);
  const file = t(messages.timedFile, { name, duration, size: formatBytes(bytes) });
  return (
    <>
      <VideoOptions
        {...{ narration, voice, video, plan, sound, mix, choices, onChoose }}
        music={source.music}
      />
      <SaveButton
        {...button}
        file={[file, t(messages.staysLocal), omitted, unsigned].filter(Boolean).join(' ')}
        onSave={save}
      />
    </>
  );
}

/** The subtitles as a file with the name of the video, so that players find them beside it; at its times, too, where it pauses. */
function makeSubtitles(
  source: ExportSource,
  { cues, pauses, described }: VoicePlan,
  videoName: string,
): Companion {
  const write = described && pauses.length === 0 ? writeDescriptions : writeVtt;
  const text = write(cues, getLanguage(source.language), mark(source, 'text'));
  return {
    label: t(described ? messages.saveDescriptions : messages.saveSubtitles),
    name: videoName.replace(/\.[^.]*$/u, '.vtt'),
    file: new Blob([text], { type: 'text/vtt;charset=utf-8' }),
  };
}

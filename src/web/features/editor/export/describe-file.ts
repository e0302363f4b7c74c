import type { LanguageName } from '#shared/languages.ts';
import { joinText } from '#shared/narration/project.ts';
import type { VoicePlan } from '../derive/plan-voice.ts';
import { type ExportSource, type FormatId, isSaidFormat } from './kinds.ts';
import { nameDelivery, nameProject, nameSound } from './name-download.ts';

/** About what the new sound of a video, an mp3 and a WAV take, in bytes a second. */
const videoSoundBytesPerSecond = 24_000;
const mp3BytesPerSecond = 12_000;
const wavBytesPerSecond = 48_000;
/** About what the times of a subtitle take. */
const cueBytes = 45;

/** About how large a file becomes, in bytes. */
export function estimateBytes(format: FormatId, { project, narration, voice, video }: ExportSource): number {
  if (isSaidFormat(format)) {
    const { segments = [] } = project.transcript ?? {};
    return segments.reduce((sum, { text }) => sum + countBytes(text) + cueBytes, 0);
  }
  switch (format) {
    case 'video':
      return (video?.file.size ?? 0) + (voice?.durationSeconds ?? 0) * videoSoundBytesPerSecond;
    case 'mp3':
    case 'wav':
    case 'editors':
      return voice ? estimateSoundBytes(format, voice) : 0;
    case 'project':
      return countBytes(JSON.stringify(project, undefined, 2));
    default: {
      const times = format === 'script' ? 0 : (voice?.cues.length ?? 0) * cueBytes;
      return countBytes(joinText(narration?.lines ?? [])) + times;
    }
  }
}

/** The same of a sound. */
export function estimateSoundBytes(
  format: 'mp3' | 'wav' | 'editors',
  { track, cues, soundSeconds = 0 }: VoicePlan,
): number {
  if (format === 'editors')
    return cues.reduce((sum, cue) => sum + cue.endSeconds - cue.startSeconds, 0) * wavBytesPerSecond;
  if (format === 'wav') return soundSeconds * wavBytesPerSecond;
  const isMade = track.kind === 'recording' && track.speed === 1;
  return isMade ? track.mp3.size : soundSeconds * mp3BytesPerSecond;
}

/** The endings of names, after video and language. */
const endings = {
  wav: 'sound.wav',
  script: 'script.txt',
  timedScript: 'timed-script.txt',
  srt: 'subtitles.srt',
  vtt: 'subtitles.vtt',
  descriptions: 'descriptions.vtt',
  report: 'report.txt',
  editors: 'editors.zip',
  saidSrt: 'original.srt',
  saidVtt: 'original.vtt',
  sdhSrt: 'original-sdh.srt',
  sdhVtt: 'original-sdh.vtt',
  saidText: 'transcript.txt',
  saidMarkdown: 'transcript.md',
} as const;

/**
 * The name of an exported file, such as "cars-Japanese-subtitles.srt".
 * @param videoEnding of a video: that of its container
 */
export function nameFile(
  format: FormatId,
  { project, narration, voice, video }: ExportSource,
  videoEnding: string,
): string {
  const videoName = video?.file.name ?? project.video?.name;
  const language: LanguageName | undefined = narration?.language;
  const parts = { videoName, language };
  if (format === 'mp3') return nameSound({ ...parts, voice: narration?.settings.voice });
  if (format === 'video')
    return nameDelivery(parts, `${voice?.described ? 'described' : 'narrated'}.${videoEnding}`);
  if (format === 'project') return nameProject(videoName ?? project.title);
  if (isSaidFormat(format))
    return nameDelivery({ videoName, language: project.transcript?.language }, endings[format]);
  return nameDelivery(parts, endings[format]);
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

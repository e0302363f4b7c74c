import { requireNotCancelled } from '#shared/cancellation.ts';
import type { LanguageName } from '#shared/languages.ts';
import { joinSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { findTrackLanguage, orderSounds } from './choose-subtitle-track.ts';
import { readMovieIndex } from './iso-boxes.ts';
import { readMatroskaSubtitles } from './matroska-subtitles.ts';
import { readMovieSubtitles } from './movie-subtitles.ts';
import type { OpenVideo } from './open-video.ts';
import type { FileBytes } from './video-file.ts';

/** What a video's own subtitles say. */
export interface SubtitlesInVideo {
  /** Of the track; may be empty. */
  readonly name: string;
  /** Undefined if it is unknown, or none of ours. */
  readonly language?: LanguageName | undefined;
  /** In order, in seconds from the first picture. */
  readonly cues: readonly SpokenCue[];
}

/**
 * Reads the subtitles that a video has as a track of text: timed text and WebVTT in MP4 and MOV; SubRip, WebVTT, ASS and SSA in
 * Matroska and WebM. Of several as `chooseSubtitleTrack` says: none of descriptions, of comments or of foreign parts only.
 * @param file the bytes of the video
 * @returns undefined without such a track, with one that says nothing, and for what cannot be read
 * @throws CodedError `client_closed` when the signal fires
 */
export async function readSubtitleTrack(
  file: FileBytes,
  video: Pick<OpenVideo, 'startSeconds' | 'durationSeconds'> &
    Partial<Pick<OpenVideo, 'track' | 'soundRoles'>>,
  signal: AbortSignal,
): Promise<SubtitlesInVideo | undefined> {
  const { startSeconds, durationSeconds, track, soundRoles } = video;
  try {
    const sounds = (await track?.input.getAudioTracks()) ?? [];
    const heard = (await orderSounds(sounds, soundRoles)).main[0];
    const soundLanguage = await heard?.getLanguageCode();
    const movie = await readMovieIndex(file);
    const read = await (movie
      ? readMovieSubtitles(file, movie, signal, soundLanguage)
      : readMatroskaSubtitles(file, signal, soundLanguage));
    if (!read) return undefined;
    const shifted = read.cues.map(cue => ({
      rows: cue.rows,
      startSeconds: cue.startSeconds - startSeconds,
      endSeconds: cue.endSeconds - startSeconds,
    }));
    const cues = joinSubtitles(
      shifted.filter(cue => cue.endSeconds > 0 && cue.startSeconds < durationSeconds),
    );
    const { name, languageCode } = read.track;
    return cues.length > 0 ? { name, language: findTrackLanguage(languageCode), cues } : undefined;
  } catch {
    requireNotCancelled(signal);
    return undefined;
  }
}

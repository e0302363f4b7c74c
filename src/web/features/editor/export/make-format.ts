import { openVideoBlob } from '#media/browser/open-video-blob.ts';
import { findFrameRate } from '#media/container/frame-rate.ts';
import { cutLines } from '#media/mix/cut-lines.ts';
import { zipEditorsFiles } from '#media/mix/editors-files.ts';
import { collectWav } from '#media/sound/write-wav.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { removeTimes } from '#shared/narration/timed-text.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { type DescribedResult, writeDescriptionReport } from '#shared/script/description-report.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { decodeYielding } from '../player/public.ts';
import type { FormatId } from './formats.ts';

// Fetched when a format is first asked for: the decoder of mp3 comes with it.

/** A narration as it is downloaded. */
export interface DeliverySource {
  /** As it is heard: at the chosen speed. */
  readonly sound: Blob;
  readonly speed: number;
  /** May have times. */
  readonly script: string;
  readonly language: LanguageName;
  /** Of the recording at its own speed. */
  readonly cues: readonly SpokenCue[];
  /** Where it is an audio description. */
  readonly described: DescribedResult | undefined;
  /** Of the video, or of the sound where there is none. */
  readonly durationSeconds: number;
  /** What is narrated, where there is one. */
  readonly video: File | undefined;
}

/**
 * Makes a file of a narration.
 * @throws {CodedError} `provider_garbage` when there is no sound in it; rejects with the signal's reason
 */
export async function makeFormat(
  format: FormatId,
  source: DeliverySource,
  signal: AbortSignal,
): Promise<Blob> {
  const { sound, script } = source;
  const language = getLanguage(source.language);
  const cues = changeTimes(source);
  switch (format) {
    case 'wav':
      return new Blob(await collectWav(decodeYielding(sound, signal)), { type: 'audio/wav' });
    case 'script':
      return makeText(removeTimes(script));
    case 'timed script':
      return makeText(script);
    case 'srt':
      return makeText(writeSrt(cues, language), 'application/x-subrip');
    case 'vtt':
      return makeText(writeVtt(cues, language), 'text/vtt');
    case 'descriptions':
      return makeText(writeDescriptions(cues, language), 'text/vtt');
    case 'report':
      return makeText(source.described ? writeDescriptionReport(source.described) : '');
    case 'editors': {
      const lines = cutLines(decodeYielding(sound, signal), cues);
      const frameRate = source.video && (await readFrameRate(source.video));
      const pieces = await Array.fromAsync(zipEditorsFiles(lines, source.durationSeconds, frameRate));
      return new Blob(pieces, { type: 'application/zip' });
    }
  }
}

/** A video that can no longer be read does not prevent the download. */
async function readFrameRate(file: File): Promise<number | undefined> {
  const video = await openVideoBlob(file, { maxSeconds: Number.POSITIVE_INFINITY }).catch(() => undefined);
  try {
    return video && (await findFrameRate(video));
  } finally {
    video?.close();
  }
}

/** The times at which the sentences are heard at another speed. */
function changeTimes({ cues, speed }: DeliverySource): readonly SpokenCue[] {
  return cues.map(({ text, startSeconds, endSeconds }) => ({
    text,
    startSeconds: startSeconds / speed,
    endSeconds: endSeconds / speed,
  }));
}

function makeText(text: string, type = 'text/plain'): Blob {
  return new Blob([text], { type: `${type};charset=utf-8` });
}

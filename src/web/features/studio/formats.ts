import { nameDelivery } from './name-download.ts';
import type { Spoken } from './script-history.ts';

/** As what a narration can be taken home beside its mp3. */
export type FormatId =
  | 'wav'
  | 'script'
  | 'timed script'
  | 'srt'
  | 'vtt'
  | 'descriptions'
  | 'report'
  | 'editors';

export interface Format {
  readonly id: FormatId;
  readonly label: string;
  /** The end of the file's name, after those of video and language. */
  readonly ending: string;
}

const formats: readonly (Format & { readonly needs?: 'times' | 'sentences' | 'description' })[] = [
  { id: 'wav', label: 'Sound (WAV)', ending: 'sound.wav' },
  { id: 'script', label: 'Script (text)', ending: 'script.txt' },
  { id: 'timed script', label: 'Script with times (text)', ending: 'timed-script.txt', needs: 'times' },
  { id: 'srt', label: 'Subtitles (SRT)', ending: 'subtitles.srt', needs: 'sentences' },
  { id: 'vtt', label: 'Subtitles (WebVTT)', ending: 'subtitles.vtt', needs: 'sentences' },
  { id: 'descriptions', label: 'Descriptions (WebVTT)', ending: 'descriptions.vtt', needs: 'sentences' },
  { id: 'report', label: 'Report (text)', ending: 'report.txt', needs: 'description' },
  { id: 'editors', label: 'For editors (zip)', ending: 'editors.zip', needs: 'sentences' },
];

/** @param isTimed its script has times; what needs the times of sentences is left out where nobody has told them */
export function listFormats(
  { cues, described }: Pick<Spoken, 'cues' | 'described'>,
  isTimed: boolean,
): readonly Format[] {
  return formats.filter(({ needs }) => {
    if (needs === 'times') return isTimed;
    if (needs === 'description') return described !== undefined;
    return needs !== 'sentences' || (cues !== undefined && cues.length > 0);
  });
}

/** Such as "cars-Japanese-subtitles.srt". */
export function nameFormat(
  { ending }: Format,
  { language }: Pick<Spoken, 'language'>,
  videoName: string | undefined,
): string {
  return nameDelivery({ videoName, language }, ending);
}

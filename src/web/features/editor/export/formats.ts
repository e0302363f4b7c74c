import type { Message } from '#shared/messages/message.ts';
import { spokenScriptMessages as messages } from '#shared/messages/spoken-script.ts';
import { nameDelivery } from './name-download.ts';
import type { Spoken } from './script-history.ts';

/** Formats of a narration beside its mp3. */
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
  readonly label: Message;
  /** The end of the file's name, after those of video and language. */
  readonly ending: string;
}

const formats: readonly (Format & { readonly needs?: 'times' | 'sentences' | 'description' })[] = [
  { id: 'wav', label: messages.wav, ending: 'sound.wav' },
  { id: 'script', label: messages.script, ending: 'script.txt' },
  { id: 'timed script', label: messages.timedScript, ending: 'timed-script.txt', needs: 'times' },
  { id: 'srt', label: messages.srt, ending: 'subtitles.srt', needs: 'sentences' },
  { id: 'vtt', label: messages.vtt, ending: 'subtitles.vtt', needs: 'sentences' },
  { id: 'descriptions', label: messages.descriptions, ending: 'descriptions.vtt', needs: 'sentences' },
  { id: 'report', label: messages.report, ending: 'report.txt', needs: 'description' },
  { id: 'editors', label: messages.editors, ending: 'editors.zip', needs: 'sentences' },
];

/** @param isTimed its script has times; formats that need the times of sentences are left out where these are unknown */
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

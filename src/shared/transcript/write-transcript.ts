import { getLanguage } from '../languages.ts';
import { createMarks, describeProvenance, describeSource } from '../marks/create-marks.ts';
import { collectProvenance, type Marks, undetermined } from '../marks/provenance.ts';
import { markMessages } from '../messages/marks.ts';
import { t } from '../messages/message.ts';
import { transcriptMessages } from '../messages/transcript.ts';
import type { Narration, Project } from '../narration/project.ts';
import { printTime } from '../script/time-format.ts';
import { writeSrt, writeVtt } from '../script/write-subtitles.ts';
import type { SaidPart } from './heard.ts';
import { toSaid } from './to-transcript.ts';

type Transcribed = Pick<Project, 'transcript' | 'cast' | 'title'>;

/**
 * Subtitles of what is said, in its own language.
 * @param isSdh for people who are deaf or hard of hearing: with sounds, and with a speaker's name where the speaker changes
 */
export function writeTranscriptSubtitles(
  project: Transcribed,
  { format, isSdh }: { readonly format: 'srt' | 'vtt'; readonly isSdh: boolean },
): string {
  const cues = listSaidCues(project, isSdh);
  const language = getLanguage(project.transcript?.language ?? 'English');
  return format === 'srt' ? writeSrt(cues, language) : writeVtt(cues, language, markTranscript(project));
}

/** The cues of these subtitles. */
export function listSaidCues(project: Pick<Project, 'transcript' | 'cast'>, isSdh: boolean): SaidPart[] {
  const said = toSaid(project);
  if (!isSdh) return said.filter(({ isSound }) => !isSound);
  let before: SaidPart | undefined;
  return said.map(part => {
    const text = markSpeaker(part, before);
    if (!part.isSound) before = part;
    return { ...part, text };
  });
}

/** Who wrote down what is said; undefined for subtitles that came with the video. */
function markTranscript({ transcript }: Transcribed): Marks | undefined {
  if (transcript?.source.kind !== 'recogniser') return undefined;
  const { source, isCorrected } = transcript;
  const written = { text: isCorrected ? 'ai and person' : 'ai', writer: source, voices: [] } as const;
  const language = transcript.language ? getLanguage(transcript.language).code : undetermined;
  const marks = createMarks({ ...written, language, isTranslated: false, isDescription: false }, 'text');
  const message = isCorrected ? markMessages.transcriptByBoth : markMessages.transcript;
  return { ...marks, sentence: t(message, { writer: describeSource(source) }) };
}

function markSpeaker({ text, speaker, isSound }: SaidPart, before: SaidPart | undefined): string {
  if (isSound) return `[${text}]`;
  return speaker && speaker !== before?.speaker ? `${speaker.toUpperCase()}: ${text}` : text;
}

export interface Paragraph {
  readonly startSeconds: number;
  /** Who says it. */
  readonly label: string | undefined;
  readonly text: string;
  /** It is a line of the narration. */
  readonly isLine: boolean;
}

/**
 * What is said as a text with times and speakers. With an audio description it is a descriptive transcript, as WCAG 2.2
 * asks for in 1.2.1 and 1.2.3 (w3.org/WAI/media/av/transcripts). The first paragraphs say who wrote it.
 */
export function writeTranscriptText(
  project: Transcribed,
  format: 'txt' | 'md',
  narration?: Narration,
): string {
  const lines = narration?.lines ?? [];
  const label = t(transcriptMessages.description);
  const described = lines.map(({ startMs, text }) => ({ startSeconds: (startMs ?? 0) / 1000, label, text }));
  const paragraphs = listParagraphs(project, described);
  const kind = t(lines.length > 0 ? transcriptMessages.descriptiveTitle : transcriptMessages.title);
  const title = project.title === '' ? kind : `${kind}: ${project.title}`;
  const heading = format === 'md' ? `# ${escapeMarkdown(title)}` : title;
  const writer = narration && describeProvenance(collectProvenance(narration, []));
  const made = [writer, markTranscript(project)?.sentence].filter(Boolean);
  const parts = [heading, ...made, ...paragraphs.map(each => printParagraph(each, format))];
  return `${parts.join('\n\n')}\n`;
}

/** What is said, and the lines that are given, in order of time: a line comes before what is said at the same time. */
export function listParagraphs(
  project: Pick<Project, 'transcript' | 'cast'>,
  lines: readonly Omit<Paragraph, 'isLine'>[],
): readonly Paragraph[] {
  const said = toSaid(project).map(({ startSeconds, speaker, isSound, text }) => ({
    startSeconds,
    label: speaker,
    text: isSound ? `[${text}]` : text,
    isLine: false,
  }));
  const described = lines.map(line => ({ ...line, isLine: true }));
  return [...described, ...said].sort((one, other) => one.startSeconds - other.startSeconds);
}

function printParagraph({ startSeconds, label, text }: Paragraph, format: 'txt' | 'md'): string {
  const time = `[${printTime(Math.floor(startSeconds))}]`;
  if (format === 'txt') return `${time} ${label === undefined ? '' : `${label}: `}${text}`;
  const who = label === undefined ? '' : `**${escapeMarkdown(label)}:** `;
  return `${time} ${who}${escapeMarkdown(text)}`;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#]/gu, '\\$&');
}

import { refuse } from '../errors.ts';
import { maxSaidCharacters, maxSaidParts } from '../limits.ts';
import { type FilledMessage, fill } from '../messages/message.ts';
import { narrationErrors } from '../messages/narration-errors.ts';
import { transcriptMessages } from '../messages/transcript.ts';
import { decodeText } from '../narration/formats/read-own-script.ts';
import { dropOffset, readSubtitles } from '../narration/formats/read-subtitles.ts';
import type { SaidCue } from '../narration/formats/subtitle-cue.ts';
import { isTimedScript, parseTimedScript } from '../narration/timed-text.ts';
import type { SpokenCue } from '../script/cues.ts';
import { printTime } from '../script/time-format.ts';
import type { Heard, HeardSegment } from './heard.ts';

/** Before the name of a speaker or what is said. */
const speakerMark = /^(?:>>|[-–])\s*/u;
const capitalised = /^\p{Lu}[\p{L}\p{N}.'’-]*$/u;
const speakerName = { maxWords: 3, maxCharacters: 60 } as const;
const sound = /^[[(♪](?<what>[^\])♪]+)[\])♪]$/u;
/** Markup of Markdown at the start of a paragraph, and around words. */
const markdown = /^#{1,6}\s+|^[-*>]\s+|\*\*|__/gmu;

/**
 * Reads a transcript: subtitles of any format, a text with times, or plain text and Markdown, whose paragraphs are spread over the
 * video by their lengths.
 * @returns also a notice of what was left out
 * @throws CodedError `bad_request` for a file without text, of a longer video alone, or with times in rows that cannot be right; `too_large`
 */
export async function readTranscriptFile(
  bytes: Uint8Array,
  name: string,
  durationSeconds: number,
): Promise<Heard & { readonly notice: FilledMessage | undefined }> {
  const text = await decodeText(bytes);
  const read = text === undefined ? [] : readCues(text, durationSeconds);
  const { cues } = dropOffset(read, durationSeconds);
  if (cues.length === 0) throw refuse('bad_request', transcriptMessages.notTranscript, { file: name });
  if (cues.length > maxSaidParts || cues.reduce((sum, cue) => sum + cue.text.length, 0) > maxSaidCharacters)
    throw refuse('too_large', narrationErrors.tooMuchSaid, { limit: maxSaidCharacters });
  const within = cues.filter(({ startSeconds }) => startSeconds < durationSeconds);
  const count = cues.length - within.length;
  const values = { file: name, end: printTime(durationSeconds), count };
  if (within.length === 0) throw refuse('bad_request', transcriptMessages.allBeyond, values);
  const segments = within.map(toSegment);
  return { segments, notice: count > 0 ? fill(transcriptMessages.beyond, values) : undefined };
}

/** What subtitles say: names before a colon are speakers, brackets hold sounds. */
export function toSegment({ text, startSeconds, endSeconds, speaker }: SaidCue): HeardSegment {
  const times = { startSeconds, endSeconds };
  const what = sound.exec(text)?.groups?.what;
  if (what) return { ...times, text: what.trim(), isSound: true };
  return { ...times, ...(speaker ? { text, speaker } : splitSpeaker(text)) };
}

/** "ANNA: Hello", "- Anna Weber: Hello": a short name, each of its words with a capital. */
function splitSpeaker(text: string): { readonly text: string; readonly speaker?: string } {
  const colon = text.indexOf(':');
  const after = text.slice(colon + 1);
  const said = after.trimStart();
  if (colon < 0 || said === '' || said === after) return { text };
  const speaker = text.slice(0, colon).replace(speakerMark, '');
  const words = speaker.split(' ');
  const isName =
    speaker.length <= speakerName.maxCharacters &&
    words.length <= speakerName.maxWords &&
    words.every(word => capitalised.test(word));
  return isName ? { text: said, speaker } : { text };
}

function readCues(text: string, durationSeconds: number): SaidCue[] {
  const subtitles = readSubtitles(text);
  if (subtitles.length === 0 && !isTimedScript(text))
    return spread(text.replace(markdown, ''), durationSeconds);
  const cues: readonly SaidCue[] =
    subtitles.length > 0 ? subtitles : parseTimedScript(text).cues.map(cue => ({ ...cue, endSeconds: 0 }));
  return cues.map((cue, index) => {
    const next = cues[index + 1]?.startSeconds ?? durationSeconds;
    return cue.endSeconds > cue.startSeconds ? cue : { ...cue, endSeconds: Math.max(cue.startSeconds, next) };
  });
}

function spread(text: string, durationSeconds: number): SpokenCue[] {
  const paragraphs = text
    .split(/\n\s*\n|\r\n\s*\r\n/u)
    .map(paragraph => paragraph.replace(/\s+/gu, ' ').trim())
    .filter(paragraph => paragraph !== '');
  const total = paragraphs.reduce((sum, { length }) => sum + length, 0);
  let read = 0;
  return paragraphs.map(paragraph => {
    const startSeconds = (read / total) * durationSeconds;
    read += paragraph.length;
    return { text: paragraph, startSeconds, endSeconds: (read / total) * durationSeconds };
  });
}

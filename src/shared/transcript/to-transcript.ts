import { maxSaidCharacters, maxSaidParts } from '../limits.ts';
import { t } from '../messages/message.ts';
import { transcriptMessages } from '../messages/transcript.ts';
import {
  type CastMember,
  createId,
  type Line,
  type Project,
  type Segment,
  type Transcript,
} from '../narration/project.ts';
import type { SpokenCue } from '../script/cues.ts';
import { joinSpans, type TimeSpan } from '../script/gaps.ts';
import { type PlacedWord as Placed, placeWords } from '../script/place-words.ts';
import type { Heard, HeardSegment, SaidPart } from './heard.ts';

/** Shorter pauses are between words. */
const pauseSeconds = 0.3;

/**
 * When each word is said, in seconds and in order. A corrected segment, whose words have no times, counts as one word.
 * @returns undefined if the recogniser gave no times of words
 */
export function listWords({ segments }: Transcript): TimeSpan[] | undefined {
  const spoken = segments.filter(({ isSound }) => !isSound);
  if (!spoken.some(({ words }) => words?.length)) return undefined;
  return joinSpans(spoken.flatMap(toSpans));
}

/**
 * When somebody speaks, in seconds, with pauses longer than between words; more exact than what is found by sound.
 * @returns undefined as {@link listWords}
 */
export function toSpeech(transcript: Transcript): TimeSpan[] | undefined {
  const words = listWords(transcript);
  return words && joinSpans(words, pauseSeconds);
}

/** The same as exactly as it is known: where no times of words are, when each segment is said. */
export function listSaid({ segments }: Transcript): TimeSpan[] {
  return joinSpans(segments.filter(({ isSound }) => !isSound).flatMap(toSpans), pauseSeconds);
}

function toSpans(segment: Segment): TimeSpan[] {
  const parts = segment.words?.length ? segment.words : [segment];
  return parts.map(({ startMs, endMs }) => ({
    startSeconds: startMs / 1000,
    endSeconds: Math.max(startMs, endMs) / 1000,
  }));
}

/** A word, or a sound, as recognisers without segments list them. */
interface HeardWord extends SpokenCue {
  readonly isSound?: boolean | undefined;
  readonly confidence?: number | undefined;
  readonly speaker?: string | undefined;
}

/** A pause between two segments of the same speaker. */
const minPauseSeconds = 0.8;
/** Two subtitles' time. */
const longestSeconds = 12;
const sentenceEnd = /[.!?…。！？।؟۔]["'”»」』)]*\s*$/u;

type PlacedWord = Placed<HeardWord>;

/**
 * Makes segments of words: a new one after a sentence, a pause, or 12 s, and for another speaker.
 * @param text the whole text, with the marks that the words lack
 * @param words in order
 */
export function groupWords(text: string, words: readonly HeardWord[]): HeardSegment[] {
  const groups: PlacedWord[][] = [];
  for (const word of placeWords(text, words)) {
    const group = groups.at(-1);
    if (group && !startsNew(group, word)) group.push(word);
    else groups.push([word]);
  }
  return groups.map(toSegment);
}

function startsNew(group: readonly PlacedWord[], word: PlacedWord): boolean {
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last) return true;
  return (
    word.isSound === true ||
    last.isSound === true ||
    word.speaker !== last.speaker ||
    word.startSeconds - last.endSeconds >= minPauseSeconds ||
    word.endSeconds - first.startSeconds > longestSeconds ||
    sentenceEnd.test(last.written)
  );
}

function toSegment(group: readonly PlacedWord[]): HeardSegment {
  const known = group.flatMap(({ confidence }) => confidence ?? []);
  const { isSound, speaker } = group[0] ?? {};
  return {
    startSeconds: group[0]?.startSeconds ?? 0,
    endSeconds: group.reduce(
      (latest, { endSeconds }) => Math.max(latest, endSeconds),
      Number.NEGATIVE_INFINITY,
    ),
    text: group.map(({ written }) => written).join(''),
    isSound,
    speaker,
    confidence: known.length > 0 ? known.reduce((sum, each) => sum + each, 0) / known.length : undefined,
    words: group.map(({ startSeconds, endSeconds, text }) => ({ startSeconds, endSeconds, text })),
  };
}

/** Recognisers without segments answer minutes at once; subtitles and lines need sentences. */
const maxSegmentSeconds = 12;
const maxSegmentCharacters = 200;

/** Whose words lines are that are made of a transcript: corrected ones are a person's, too, and those of subtitles are imported. */
export function describeHearing({
  source: { kind, provider, model },
  isCorrected,
}: Pick<Transcript, 'source' | 'isCorrected'>): Pick<Line, 'origin' | 'heardBy'> {
  if (kind === 'subtitles') return { origin: 'imported' };
  const heardBy = model === undefined ? { provider } : { provider, model };
  return { origin: isCorrected ? 'edited' : 'imported', heardBy };
}

/** What was heard as a part of the document, and its speakers: as subtitles name them, else "Speaker 1" until a person names them. */
export function toTranscript(
  heard: Heard,
  source: Transcript['source'],
): { readonly transcript: Transcript; readonly speakers: readonly CastMember[] } {
  const members = new Map<string, CastMember>();
  const findSpeaker = (label: string): string => {
    const known = members.get(label);
    if (known) return known.id;
    const name =
      source.kind === 'subtitles' ? label : t(transcriptMessages.speaker, { number: members.size + 1 });
    const member = { id: createId(), name, look: '' };
    members.set(label, member);
    return member.id;
  };
  const segments = heard.segments.flatMap(splitLong).map(
    ({ startSeconds, endSeconds, text, isSound, language, confidence, speaker, words }): Segment => ({
      id: createId(),
      ...toMs({ startSeconds, endSeconds }),
      text,
      ...(isSound && { isSound }),
      ...(language && language !== heard.language && { language }),
      ...(confidence !== undefined && { confidence }),
      ...(speaker !== undefined && { speakerId: findSpeaker(speaker) }),
      ...(words && { words: words.map(word => ({ ...toMs(word), text: word.text })) }),
    }),
  );
  const transcript: Transcript = {
    ...(heard.language && { language: heard.language }),
    source,
    isCorrected: false,
    segments: segments.toSorted((one, other) => one.startMs - other.startMs),
  };
  return { transcript, speakers: [...members.values()] };
}

function toMs({ startSeconds, endSeconds }: Pick<SpokenCue, 'startSeconds' | 'endSeconds'>) {
  return { startMs: Math.round(startSeconds * 1000), endMs: Math.round(endSeconds * 1000) };
}

/** A long segment with the times of its words becomes several. */
function splitLong(segment: HeardSegment): readonly HeardSegment[] {
  const { words, startSeconds, endSeconds, text, speaker, confidence, language } = segment;
  const isLong = endSeconds - startSeconds > maxSegmentSeconds || text.length > maxSegmentCharacters;
  if (!isLong || !words?.length) return [segment];
  const spoken = words.map(word => ({ ...word, speaker, confidence }));
  return groupWords(text, spoken).map(part => ({ ...part, text: part.text.trim(), language }));
}

/** What is said, as writers get it: with the speakers' names. */
export function toSaid({ transcript, cast }: Pick<Project, 'transcript' | 'cast'>): SaidPart[] {
  const names = new Map(cast.map(({ id, name }) => [id, name]));
  return (transcript?.segments ?? []).map(({ startMs, endMs, text, isSound, speakerId }) => {
    const speaker = speakerId === undefined ? undefined : names.get(speakerId);
    return {
      startSeconds: startMs / 1000,
      endSeconds: endMs / 1000,
      text,
      ...(speaker && { speaker }),
      ...(isSound && { isSound }),
    };
  });
}

/** As much of it as a call may have. */
export function limitSaid(said: readonly SaidPart[]): readonly SaidPart[] {
  let characters = 0;
  return said.slice(0, maxSaidParts).filter(({ text }) => {
    characters += text.length;
    return characters <= maxSaidCharacters;
  });
}

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
import { groupWords } from './group-words.ts';
import type { Heard, HeardSegment, SaidPart } from './heard.ts';

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

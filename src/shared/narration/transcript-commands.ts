import { change, keepSame, mapKeeping } from './change.ts';
import type { CastMember, Project, Segment, Transcript } from './project.ts';

interface NewTranscript {
  readonly transcript: Transcript | undefined;
  readonly speakers: readonly CastMember[];
}

/** The speakers of the transcript before leave the cast, unless a person gave them a look or a voice. */
export function setTranscript(project: Project, { transcript, speakers }: NewTranscript): Project {
  const before = new Set(project.transcript?.segments.map(({ speakerId }) => speakerId));
  const isKept = ({ id, look, voice }: CastMember) =>
    !before.has(id) || look !== '' || voice !== undefined || isCastInLines(project, id);
  const added = new Set(speakers.map(({ id }) => id));
  const kept = project.cast.filter(member => !added.has(member.id) && isKept(member));
  return change(project, { transcript, cast: keepSame(project.cast, [...kept, ...speakers]) });
}

function isCastInLines({ narrations }: Project, id: string): boolean {
  return narrations.some(({ lines }) => lines.some(({ castId }) => castId === id));
}

/** An empty text removes the segment. */
export function editSegment(
  project: Project,
  { segmentId, text }: { readonly segmentId: string; readonly text: string },
): Project {
  const { transcript } = project;
  const segment = transcript?.segments.find(({ id }) => id === segmentId);
  const said = text.replace(/\s+/gu, ' ').trim();
  if (!transcript || !segment || segment.text === said) return project;
  const segments =
    said === ''
      ? transcript.segments.filter(({ id }) => id !== segmentId)
      : mapKeeping(transcript.segments, each => (each.id === segmentId ? correct(each, said) : each));
  return change(project, { transcript: { ...transcript, isCorrected: true, segments } });
}

/** The recogniser's words and doubts are about its own text. */
function correct({ words: _, confidence: __, ...segment }: Segment, text: string): Segment {
  return { ...segment, text };
}

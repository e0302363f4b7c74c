import type { LanguageName } from '../languages.ts';
import { changeLines, type LineCommand } from './line-commands.ts';
import {
  addNarration,
  followOriginals,
  mapNarration,
  replaceLines,
  replaceText,
  sortLines,
  type WrittenLine,
  withLines,
} from './narration-commands.ts';
import type { CutPart, Span } from './new-cut.ts';
import {
  type CastMember,
  change,
  createId,
  keepSame,
  type Line,
  type LineOrigin,
  mapKeeping,
  type Narration,
  type Observation,
  orNone,
  type Project,
  type ProjectVideo,
  type Term,
  type Transcript,
} from './project.ts';
import { replaceVideo } from './replace-video.ts';
import { createTranslation, type Translation, updateTranslation } from './translations.ts';

export function addMember(project: Project, member: CastMember): Project {
  if (project.cast.some(({ id }) => id === member.id)) return project;
  return { ...project, cast: [...project.cast, member] };
}

type Of<Type extends Command['type']> = Omit<Extract<Command, { readonly type: Type }>, 'type'>;

export function editMember(project: Project, { memberId, changes }: Of<'editMember'>): Project {
  const cast = mapKeeping(project.cast, member =>
    member.id === memberId ? change<CastMember>(member, changes) : member,
  );
  return change(project, { cast });
}

/** Removes a member, also from the lines and segments that name it. */
export function removeMember(project: Project, memberId: string): Project {
  const cast = project.cast.filter(({ id }) => id !== memberId);
  return cast.length === project.cast.length ? project : { ...replaceMember(project, memberId), cast };
}

/** Makes one of two members: the other gives what the kept one lacks. */
export function joinMembers(project: Project, { memberId, intoId }: Of<'joinMembers'>): Project {
  const given = project.cast.find(({ id }) => id === memberId);
  const kept = project.cast.find(({ id }) => id === intoId);
  if (!given || !kept || given === kept) return project;
  const find = (key: 'name' | 'look') => [kept, given].find(member => member[key].trim() !== '') ?? kept;
  const [named, seen] = [find('name'), find('look')];
  const joined = change<CastMember>(
    { ...given, ...kept },
    {
      name: named.name,
      namedMs: named.namedMs,
      look: seen.look,
      isConfirmed: named.isConfirmed && seen.isConfirmed,
    },
  );
  const cast = project.cast
    .filter(member => member !== given)
    .map(member => (member === kept ? joined : member));
  return { ...replaceMember(project, memberId, intoId), cast };
}

/** The document with another member, or none, in the place of one. */
function replaceMember(project: Project, memberId: string, byId?: string): Project {
  const { transcript } = project;
  const segments = transcript?.segments.map(segment =>
    segment.speakerId === memberId ? change(segment, { speakerId: byId }) : segment,
  );
  const narrations = mapKeeping(project.narrations, narration => {
    const replace = (line: Line) => (line.castId === memberId ? change(line, { castId: byId }) : line);
    const { lines, cutLines } = narration;
    return change<Narration>(narration, {
      lines: mapKeeping(lines, replace),
      cutLines: cutLines && mapKeeping(cutLines, replace),
    });
  });
  return {
    ...project,
    narrations,
    ...(transcript && segments && { transcript: { ...transcript, segments } }),
  };
}

/** The speakers of the transcript before leave the cast, unless a person gave them a look or a voice. */
export function setTranscript(project: Project, { transcript, speakers }: Of<'setTranscript'>): Project {
  const before = new Set(project.transcript?.segments.map(({ speakerId }) => speakerId));
  const isKept = ({ id, look, voice }: CastMember) =>
    !before.has(id) ||
    look !== '' ||
    voice !== undefined ||
    project.narrations.some(({ lines }) => lines.some(({ castId }) => castId === id));
  const added = new Set(speakers.map(({ id }) => id));
  const kept = project.cast.filter(member => !added.has(member.id) && isKept(member));
  return change(project, { transcript, cast: keepSame(project.cast, [...kept, ...speakers]) });
}

/** An empty text removes the segment. */
export function editSegment(project: Project, { segmentId, text }: Of<'editSegment'>): Project {
  const { transcript } = project;
  const segment = transcript?.segments.find(({ id }) => id === segmentId);
  const said = text.replace(/\s+/gu, ' ').trim();
  if (!transcript || !segment || segment.text === said) return project;
  // The recogniser's words and doubts are about its own text.
  const { words: _, confidence: __, ...kept } = segment;
  const segments = transcript.segments.flatMap(each => {
    if (each !== segment) return each;
    return said === '' ? [] : { ...kept, text: said };
  });
  return change(project, { transcript: { ...transcript, isCorrected: true, segments } });
}

/** What people do after a new cut. */
type CutCommand = { readonly narrationId: string } & (
  | { readonly type: 'restoreCutLine'; readonly lineId: string; readonly startMs: number }
  | { readonly type: 'dropCutLine'; readonly lineId: string }
  | { readonly type: 'keepChecked'; readonly lineId: string }
  /** Lines for a new part are there, or not wanted. */
  | { readonly type: 'setWritten'; readonly span: Span }
);

export type Command =
  | LineCommand
  | CutCommand
  | { readonly type: 'addNarration'; readonly narration: Narration }
  | {
      readonly type: 'changeNarration';
      readonly narrationId: string;
      readonly changes: Partial<Omit<Narration, 'id' | 'lines' | 'createdAt'>>;
    }
  /** From a writer or a file; a line that is still there keeps its id, lock and delivery. */
  | { readonly type: 'replaceLines'; readonly narrationId: string; readonly lines: readonly WrittenLine[] }
  /** The rows of a continuous script, as they are typed or written. */
  | {
      readonly type: 'replaceText';
      readonly narrationId: string;
      readonly text: string;
      readonly origin?: LineOrigin | undefined;
    }
  | { readonly type: 'renameNarration'; readonly narrationId: string; readonly name: string }
  | { readonly type: 'removeNarration'; readonly narrationId: string }
  | { readonly type: 'renameProject'; readonly title: string }
  | { readonly type: 'setVideo'; readonly video: ProjectVideo | undefined }
  /** Another cut of it: what has a time moves to its place there. */
  | { readonly type: 'replaceVideo'; readonly video: ProjectVideo; readonly parts: readonly CutPart[] }
  | { readonly type: 'setObservations'; readonly observations: readonly Observation[] }
  /** A narration in another language, whose lines know those that they translate. */
  | ({ readonly type: 'translate'; readonly narrationId: string } & Translation)
  /** New translations, by the ids of the lines of the original. */
  | {
      readonly type: 'updateTranslation';
      readonly narrationId: string;
      readonly texts: ReadonlyMap<string, string>;
    }
  | { readonly type: 'setGlossary'; readonly glossary: readonly Term[] }
  | {
      readonly type: 'editTerm';
      readonly term: string;
      readonly part: 'byLanguage' | 'pronunciation';
      readonly language: LanguageName;
      readonly text: string;
    }
  /** With the speakers that it names; those of a transcript before stay in the cast where they have a name or a look. */
  | {
      readonly type: 'setTranscript';
      readonly transcript: Transcript | undefined;
      readonly speakers: readonly CastMember[];
    }
  | { readonly type: 'editSegment'; readonly segmentId: string; readonly text: string }
  | { readonly type: 'addMember'; readonly member: CastMember }
  | {
      readonly type: 'editMember';
      readonly memberId: string;
      readonly changes: Partial<Omit<CastMember, 'id'>>;
    }
  /** What a removed member says or does is then nobody's. */
  | { readonly type: 'removeMember'; readonly memberId: string }
  /** They are one person; the second stays. */
  | { readonly type: 'joinMembers'; readonly memberId: string; readonly intoId: string };

/**
 * The document after a command: the same object where nothing changes, and with all unchanged parts shared. A command for a line or
 * narration that is gone changes nothing.
 * @param makeId of lines that the command brings without an id
 */
export function apply(project: Project, command: Command, makeId: () => string = createId): Project {
  switch (command.type) {
    case 'renameProject':
      return change(project, { title: command.title });
    case 'setVideo':
      return change(project, { video: command.video });
    case 'replaceVideo':
      return replaceVideo(project, command, makeId);
    case 'restoreCutLine':
    case 'dropCutLine':
    case 'keepChecked':
    case 'setWritten':
      return changeCut(project, command);
    case 'setObservations':
      return change(project, { observations: command.observations });
    case 'removeNarration': {
      const left = project.narrations.filter(({ id }) => id !== command.narrationId);
      return change(project, { narrations: keepSame(project.narrations, left) });
    }
    case 'renameNarration':
      return mapNarration(project, command.narrationId, narration =>
        change(narration, { name: command.name }),
      );
    case 'setTranscript':
      return setTranscript(project, command);
    case 'editSegment':
      return editSegment(project, command);
    case 'addMember':
      return addMember(project, command.member);
    case 'editMember':
      return editMember(project, command);
    case 'removeMember':
      return removeMember(project, command.memberId);
    case 'joinMembers':
      return joinMembers(project, command);
    case 'setGlossary':
      return change(project, { glossary: command.glossary });
    case 'editTerm': {
      const { part, language, text } = command;
      const edit = (term: Term) =>
        change<Term>(term, { [part]: change<Term[typeof part]>(term[part], { [language]: text }) });
      const glossary = mapKeeping(project.glossary, each => (each.term === command.term ? edit(each) : each));
      return change(project, { glossary });
    }
    case 'translate': {
      const source = project.narrations.find(({ id }) => id === command.narrationId);
      return source ? addNarration(project, createTranslation(source, command, makeId)) : project;
    }
    case 'updateTranslation':
      return mapNarration(project, command.narrationId, narration => {
        const source = project.narrations.find(({ id }) => id === narration.derivedFrom);
        return source
          ? withLines(narration, updateTranslation(source, narration, command.texts, makeId))
          : narration;
      });
    case 'addNarration':
      return followOriginals(project, addNarration(project, command.narration));
    default:
      return followOriginals(
        project,
        mapNarration(project, command.narrationId, narration => {
          if (command.type === 'changeNarration') return change<Narration>(narration, command.changes);
          const { lines } = narration;
          if (command.type === 'replaceLines')
            return withLines(narration, replaceLines(lines, command.lines, project.cast, makeId));
          if (command.type === 'replaceText')
            return withLines(narration, replaceText(lines, command, project.cast, makeId));
          return withLines(narration, changeLines(lines, command));
        }),
      );
  }
}

/** What is done to a line is done to its translations, which need no new text. */
function changeCut(project: Project, command: CutCommand): Project {
  const { narrationId } = command;
  const narrations = mapKeeping(project.narrations, narration => {
    const isIt = narration.id === narrationId;
    if (command.type === 'setWritten') return isIt ? setWritten(narration, command.span) : narration;
    const isLine = (line: Line) => (isIt ? line.id : line.sourceLineId) === command.lineId;
    return isIt || narration.derivedFrom === narrationId ? changeLine(narration, command, isLine) : narration;
  });
  return change(project, { narrations });
}

function setWritten(narration: Narration, { fromMs, toMs }: Span): Narration {
  const { unwritten = [] } = narration;
  const left = unwritten.filter(span => span.toMs <= fromMs || toMs <= span.fromMs);
  return change<Narration>(narration, { unwritten: orNone(keepSame(unwritten, left)) });
}

function changeLine(
  narration: Narration,
  command: Exclude<CutCommand, { readonly type: 'setWritten' }>,
  isLine: (line: Line) => boolean,
): Narration {
  const { lines, cutLines = [] } = narration;
  if (command.type === 'keepChecked') {
    const keep = (line: Line) => (isLine(line) ? change(line, { toCheck: undefined }) : line);
    return change(narration, { lines: mapKeeping(lines, keep) });
  }
  const line = cutLines.find(isLine);
  if (!line) return narration;
  const left = change<Narration>(narration, { cutLines: orNone(cutLines.filter(each => each !== line)) });
  if (command.type === 'dropCutLine') return left;
  const startMs = Math.max(0, Math.round(command.startMs));
  const restored = change<Line>(line, { startMs, toCheck: undefined });
  return withLines(left, sortLines(left, [...lines, restored]));
}

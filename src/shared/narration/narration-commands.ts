import { change, mapKeeping } from './change.ts';
import {
  type Addition,
  addLine,
  joinWithPrevious,
  moveLine,
  removeLine,
  type Split,
  shiftLines,
  splitLine,
} from './edit-lines.ts';
import { followOriginals } from './follow-originals.ts';
import {
  createId,
  type Delivery,
  type Line,
  type LineOrigin,
  type Narration,
  type Observation,
  type Project,
  type ProjectVideo,
} from './project.ts';
import { replaceLines, replaceText, type WrittenLine } from './replace-lines.ts';

type NarrationChanges = Partial<Omit<Narration, 'id' | 'lines' | 'createdAt'>>;

export type NarrationCommand = { readonly narrationId: string } & (
  | { readonly type: 'editText'; readonly lineId: string; readonly text: string }
  | { readonly type: 'moveLine'; readonly lineId: string; readonly startMs: number }
  | ({ readonly type: 'splitLine' } & Split)
  /** With the line before it, which keeps its id and time. */
  | { readonly type: 'joinLines'; readonly lineId: string }
  | ({ readonly type: 'addLine' } & Addition)
  | { readonly type: 'removeLine'; readonly lineId: string }
  | { readonly type: 'setLock'; readonly lineId: string; readonly isLocked: boolean }
  /** Role, voice, pace, manner, pauses, a person's own sound. */
  | { readonly type: 'setDelivery'; readonly lineId: string; readonly changes: Delivery }
  | { readonly type: 'shiftLines'; readonly byMs: number }
  /** The writer's text for some lines: the text before stays beside it until it is accepted. Locked lines stay. */
  | { readonly type: 'rewriteLines'; readonly texts: ReadonlyMap<string, string> }
  | { readonly type: 'acceptRewriting'; readonly lineId: string }
  | { readonly type: 'undoRewriting'; readonly lineId: string }
  /** Overrules a check, until the text changes. */
  | { readonly type: 'acceptCheck'; readonly lineId: string; readonly rule: string }
  /** From a writer or a file; a line that is still there keeps its id, lock and delivery. */
  | { readonly type: 'replaceLines'; readonly lines: readonly WrittenLine[] }
  /** The rows of a continuous script, as they are typed or written. */
  | { readonly type: 'replaceText'; readonly text: string; readonly origin?: LineOrigin | undefined }
  | { readonly type: 'changeNarration'; readonly changes: NarrationChanges }
);

/** What the page needs from its beginning on; `commands.ts` has all commands. */
export type EarlyCommand =
  | NarrationCommand
  | { readonly type: 'addNarration'; readonly narration: Narration }
  | { readonly type: 'renameNarration'; readonly narrationId: string; readonly name: string }
  | { readonly type: 'removeNarration'; readonly narrationId: string }
  | { readonly type: 'renameProject'; readonly title: string }
  | { readonly type: 'setVideo'; readonly video: ProjectVideo | undefined }
  | { readonly type: 'setObservations'; readonly observations: readonly Observation[] };

/** The document after one of these commands: see `apply`. */
export function applyEarly(
  project: Project,
  command: EarlyCommand,
  makeId: () => string = createId,
): Project {
  return followOriginals(project, run(project, command, makeId));
}

function run(project: Project, command: EarlyCommand, makeId: () => string): Project {
  switch (command.type) {
    case 'renameProject':
      return change(project, { title: command.title });
    case 'setVideo':
      return change(project, { video: command.video });
    case 'setObservations':
      return change(project, { observations: command.observations });
    case 'addNarration':
      return addNarration(project, command.narration);
    case 'removeNarration':
      return removeNarration(project, command.narrationId);
    case 'renameNarration':
      return mapNarration(project, command.narrationId, narration =>
        change(narration, { name: command.name }),
      );
    case 'changeNarration':
      return mapNarration(project, command.narrationId, narration =>
        change<Narration>(narration, command.changes),
      );
    default:
      return mapNarration(project, command.narrationId, narration =>
        withLines(narration, changeLines(narration.lines, command, project.cast, makeId)),
      );
  }
}

/** What a person confirmed is of texts and times as they were, and what was accepted of a line is of its text. */
export function withLines(narration: Narration, changed: readonly Line[]): Narration {
  const { review, lines: before } = narration;
  const isKept = ({ id, text }: Line) => before.some(line => line.id === id && line.text === text);
  const lines = mapKeeping(changed, line =>
    line.accepted && !isKept(line) ? change(line, { accepted: undefined }) : line,
  );
  const isSame =
    lines.length === before.length &&
    lines.every(({ text, startMs }, at) => text === before[at]?.text && startMs === before[at]?.startMs);
  return change(narration, { lines, review: isSame ? review : review && { ...review, confirmed: [] } });
}

type LineCommand = Exclude<NarrationCommand, { type: 'changeNarration' }>;

function changeLines(
  lines: readonly Line[],
  command: LineCommand,
  cast: Project['cast'],
  makeId: () => string,
): readonly Line[] {
  switch (command.type) {
    case 'editText':
      return mapLine(lines, command.lineId, line => editText(line, command.text));
    case 'moveLine':
      return moveLine(lines, command.lineId, command.startMs);
    case 'splitLine':
      return splitLine(lines, command);
    case 'joinLines':
      return joinWithPrevious(lines, command.lineId);
    case 'addLine':
      return addLine(lines, command);
    case 'removeLine':
      return removeLine(lines, command.lineId);
    case 'setLock':
      return mapLine(lines, command.lineId, line => change(line, { isLocked: command.isLocked }));
    case 'setDelivery':
      return mapLine(lines, command.lineId, line => change<Line>(line, command.changes));
    case 'shiftLines':
      return shiftLines(lines, command.byMs);
    case 'rewriteLines':
      return mapKeeping(lines, line => rewrite(line, command.texts.get(line.id)));
    case 'acceptRewriting':
      return mapLine(lines, command.lineId, line => change(line, { before: undefined }));
    case 'undoRewriting':
      return mapLine(lines, command.lineId, line =>
        change(line, { text: line.before ?? line.text, before: undefined }),
      );
    case 'acceptCheck':
      return mapLine(lines, command.lineId, line => acceptCheck(line, command.rule));
    case 'replaceLines':
      return replaceLines(lines, command.lines, cast, makeId);
    case 'replaceText':
      return replaceText(lines, command, cast, makeId);
  }
}

/** What was pasted with line breaks stays one line. */
function editText(line: Line, text: string): Line {
  const joined = /[\n\r]/u.test(text)
    ? text
        .split(/[\n\r]/u)
        .map(row => row.trim())
        .filter(row => row !== '')
        .join(' ')
    : text;
  return joined === line.text
    ? line
    : change<Line>(line, { text: joined, origin: 'edited', isStale: undefined });
}

/** Of a line that is rewritten twice, the first text can be restored. */
function rewrite(line: Line, text: string | undefined): Line {
  if (text === undefined || line.isLocked || text === line.text) return line;
  return { ...line, text, before: line.before ?? line.text };
}

function acceptCheck(line: Line, rule: string): Line {
  const { accepted = [] } = line;
  return accepted.includes(rule) ? line : { ...line, accepted: [...accepted, rule] };
}

export function addNarration(project: Project, narration: Narration): Project {
  if (project.narrations.some(({ id }) => id === narration.id)) return project;
  return { ...project, narrations: [...project.narrations, narration] };
}

function removeNarration(project: Project, narrationId: string): Project {
  const narrations = project.narrations.filter(({ id }) => id !== narrationId);
  return narrations.length === project.narrations.length ? project : { ...project, narrations };
}

export function mapNarration(
  project: Project,
  id: string,
  map: (narration: Narration) => Narration,
): Project {
  const narrations = mapKeeping(project.narrations, each => (each.id === id ? map(each) : each));
  return change(project, { narrations });
}

function mapLine(lines: readonly Line[], id: string, map: (line: Line) => Line): readonly Line[] {
  return mapKeeping(lines, line => (line.id === id ? map(line) : line));
}

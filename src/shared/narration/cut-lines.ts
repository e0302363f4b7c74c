import { sortLines, withLines } from './narration-commands.ts';
import type { Span } from './new-cut.ts';
import { change, type Line, mapKeeping, type Narration, type Project } from './project.ts';

/** What people do after a new cut. */
export type CutCommand = { readonly narrationId: string } & (
  | { readonly type: 'restoreCutLine'; readonly lineId: string; readonly startMs: number }
  | { readonly type: 'dropCutLine'; readonly lineId: string }
  | { readonly type: 'keepChecked'; readonly lineId: string }
  /** Lines for a new part are there, or not wanted. */
  | { readonly type: 'setWritten'; readonly span: Span }
);

/** What is done to a line is done to its translations, which need no new text. */
export function changeCut(project: Project, command: CutCommand): Project {
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
  return left.length === unwritten.length
    ? narration
    : change<Narration>(narration, { unwritten: orNone(left) });
}

function orNone<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length > 0 ? items : undefined;
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

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
import type { Delivery, Line } from './project.ts';

export type LineCommand = {
  readonly narrationId: string;
} /** @param byMachine its words are the writer's */ & (
  | { readonly type: 'editText'; readonly lineId: string; readonly text: string; readonly byMachine?: true }
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
);

/** The lines of a narration after a command: the same where nothing changes. */
export function changeLines(lines: readonly Line[], command: LineCommand): readonly Line[] {
  switch (command.type) {
    case 'editText':
      return mapLine(lines, command.lineId, line => editText(line, command));
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
      return mapLine(lines, command.lineId, line => change(line, { before: undefined, isRewritten: true }));
    case 'undoRewriting':
      return mapLine(lines, command.lineId, line =>
        change(line, { text: line.before ?? line.text, before: undefined }),
      );
    case 'acceptCheck':
      return mapLine(lines, command.lineId, line => acceptCheck(line, command.rule));
  }
}

/** What was pasted with line breaks stays one line. */
function editText(
  line: Line,
  { text, byMachine }: Pick<Extract<LineCommand, { type: 'editText' }>, 'text' | 'byMachine'>,
): Line {
  const joined = /[\n\r]/u.test(text)
    ? text
        .split(/[\n\r]/u)
        .map(row => row.trim())
        .filter(row => row !== '')
        .join(' ')
    : text;
  if (joined === line.text) return line;
  const made = byMachine ? { isRewritten: true } : { origin: 'edited' as const };
  return change<Line>(line, { text: joined, ...made, isStale: undefined });
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

function mapLine(lines: readonly Line[], id: string, map: (line: Line) => Line): readonly Line[] {
  return mapKeeping(lines, line => (line.id === id ? map(line) : line));
}

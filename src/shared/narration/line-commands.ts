import { change, type Delivery, keepSame, type Line, mapKeeping } from './project.ts';

/** Two lines of a timed narration begin at least so far apart. */
export const minApartMs = 100;

/** Moves a line to another time, and to its place among the others: never back in time. */
export function moveLine(lines: readonly Line[], id: string, startMs: number): readonly Line[] {
  const line = lines.find(each => each.id === id);
  const to = toMs(startMs);
  if (!line || line.startMs === null || line.startMs === to) return lines;
  return insert(
    lines.filter(each => each.id !== id),
    { ...line, startMs: to },
  );
}

interface Split {
  readonly lineId: string;
  /** How many characters of the text stay in the line. */
  readonly caret: number;
  /** Of the second part, as its id. */
  readonly startMs: number | null;
  readonly newId: string;
}

/** Makes two lines of one. The second begins later, and before the next one. A recording of the whole is of neither. */
export function splitLine(lines: readonly Line[], { lineId, caret, startMs, newId }: Split): readonly Line[] {
  const index = lines.findIndex(({ id }) => id === lineId);
  const line = lines[index];
  if (!line || lines.some(({ id }) => id === newId)) return lines;
  const { before: _, recordingId: __, pauseBeforeMs, pauseAfterMs, ...rest } = line;
  const whole = { ...rest, ...keepMakers(line) };
  const start = line.startMs === null ? null : placeBetween(line.startMs, startMs ?? 0, lines[index + 1]);
  if (start === undefined) return lines;
  const first: Line = {
    ...whole,
    ...(pauseBeforeMs !== undefined && { pauseBeforeMs }),
    text: line.text.slice(0, caret).trimEnd(),
    origin: 'edited',
  };
  const second: Line = {
    ...whole,
    ...(pauseAfterMs !== undefined && { pauseAfterMs }),
    id: newId,
    startMs: start,
    text: line.text.slice(caret).trimStart(),
    origin: 'edited',
  };
  return lines.toSpliced(index, 1, first, second);
}

/** @returns undefined where the next line leaves no time */
function placeBetween(fromMs: number, wantedMs: number, next: Line | undefined): number | undefined {
  const earliest = fromMs + minApartMs;
  const latest = (next?.startMs ?? Number.POSITIVE_INFINITY) - minApartMs;
  if (latest < earliest) return undefined;
  return Math.max(earliest, Math.min(toMs(wantedMs), latest));
}

/** Makes one line of a line and the one before it, which keeps its id, time and delivery. It is locked if either was. */
export function joinWithPrevious(lines: readonly Line[], id: string): readonly Line[] {
  const index = lines.findIndex(line => line.id === id);
  const [before, line] = [lines[index - 1], lines[index]];
  if (!before || !line) return lines;
  const { before: _, recordingId: __, pauseAfterMs: ___, ...kept } = before;
  const { pauseAfterMs } = line;
  const joined: Line = {
    ...kept,
    ...keepMakers(before, line),
    ...(pauseAfterMs !== undefined && { pauseAfterMs }),
    text: [before.text, line.text].filter(text => text !== '').join(' '),
    isLocked: before.isLocked || line.isLocked,
    origin: 'edited',
  };
  return lines.toSpliced(index - 1, 2, joined);
}

/** Which machines made the text of lines, whatever becomes of their parts. */
export function keepMakers(
  ...lines: readonly Pick<Line, 'before' | 'heardBy' | 'isRewritten'>[]
): Pick<Line, 'heardBy' | 'isRewritten'> {
  const heardBy = lines.find(line => line.heardBy)?.heardBy;
  const isRewritten = lines.some(line => line.before !== undefined || line.isRewritten);
  return { ...(heardBy && { heardBy }), ...(isRewritten && { isRewritten }) };
}

interface Addition extends Pick<Line, 'heardBy'> {
  readonly newId: string;
  /** A person's when left out. */
  readonly origin?: 'written' | 'edited';
  readonly startMs: number | null;
  readonly text?: string;
}

/** A new line at a time, or at the end of a continuous script. Where one begins there already, nothing changes. */
export function addLine(
  lines: readonly Line[],
  { newId, startMs, text = '', origin = 'edited', heardBy }: Addition,
): readonly Line[] {
  const isOtherKind = lines.some(line => (line.startMs === null) !== (startMs === null));
  if (isOtherKind || lines.some(({ id }) => id === newId)) return lines;
  const made = heardBy ? { origin: 'imported' as const, heardBy } : { origin };
  const line: Line = { id: newId, startMs: null, text, isLocked: false, ...made };
  if (startMs === null) return [...lines, line];
  const start = toMs(startMs);
  if (findLineAt(lines, start)) return lines;
  return insert(lines, { ...line, startMs: start });
}

/** The line that begins so near a time that no other can begin there. */
export function findLineAt(lines: readonly Line[], startMs: number): Line | undefined {
  return lines.find(line => line.startMs !== null && Math.abs(line.startMs - startMs) < minApartMs);
}

/** Moves all lines by the same time; at the beginning they stay in order. */
function shiftLines(lines: readonly Line[], byMs: number): readonly Line[] {
  let earliest = 0;
  return mapKeeping(lines, line => {
    if (line.startMs === null) return line;
    const startMs = Math.max(earliest, toMs(line.startMs + byMs));
    earliest = startMs + 1;
    return change(line, { startMs });
  });
}

/** Behind those that begin at the same time. */
function insert(lines: readonly Line[], line: Line): readonly Line[] {
  const later = lines.findIndex(({ startMs }) => (startMs ?? 0) > (line.startMs ?? 0));
  return lines.toSpliced(later < 0 ? lines.length : later, 0, line);
}

function toMs(ms: number): number {
  return Math.max(0, Math.round(ms));
}

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
      return keepSame(
        lines,
        lines.filter(({ id }) => id !== command.lineId),
      );
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
  const rows = text.split(/[\n\r]/u);
  const trimmed = rows.map(row => row.trim()).filter(Boolean);
  const joined = rows.length > 1 ? trimmed.join(' ') : text;
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

import {
  type CastMember,
  change,
  isTimed,
  keepSame,
  type Line,
  type LineOrigin,
  mapKeeping,
  type Narration,
  type Project,
  printSaid,
  readSaid,
} from './project.ts';

/** A document whose translations follow a change of their originals: lines of changed text are stale, lines that moved move along. */
export function followOriginals(before: Project, after: Project): Project {
  if (before.narrations === after.narrations) return after;
  const old = new Map(before.narrations.map(narration => [narration.id, narration]));
  let { narrations } = after;
  for (const source of after.narrations) {
    const previous = old.get(source.id);
    if (!previous || previous.lines === source.lines) continue;
    narrations = mapKeeping(narrations, narration =>
      narration.derivedFrom === source.id ? followOriginal(narration, previous, source) : narration,
    );
  }
  return change(after, { narrations });
}

function followOriginal(translation: Narration, before: Narration, after: Narration): Narration {
  const [old, now] = [before, after].map(({ lines }) => new Map(lines.map(line => [line.id, line])));
  const lines = mapKeeping(translation.lines, line => {
    const [was, is] = [old?.get(line.sourceLineId ?? ''), now?.get(line.sourceLineId ?? '')];
    if (!was || !is || was === is) return line;
    const isMoved = isTimed(translation) && was.startMs === line.startMs;
    const startMs = (isMoved ? is.startMs : undefined) ?? line.startMs;
    return change<Line>(line, { isStale: was.text === is.text ? line.isStale : true, startMs });
  });
  return lines === translation.lines
    ? translation
    : { ...translation, lines: keepSame(translation.lines, sortLines(translation, lines)) };
}

/** In order, all with times or none: lines may come from a narration of the other kind. */
export function sortLines(narration: Narration, lines: readonly Line[]): readonly Line[] {
  if (!isTimed(narration)) return mapKeeping(lines, line => change(line, { startMs: null }));
  const timed = mapKeeping(lines, line => change(line, { startMs: line.startMs ?? 0 }));
  return timed.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
}

/** What machines made of a text is not true of another. */
const noMakers = { before: undefined, heardBy: undefined, isRewritten: undefined };

export interface WrittenLine {
  readonly id?: string | undefined;
  readonly startMs: number | null;
  /** With the name of its role before it, where it says one. */
  readonly text: string;
  readonly origin?: LineOrigin | undefined;
}

/**
 * Lines from a writer or a file in the place of others. A line that is still there, by its id, else by its time, else by its text,
 * keeps its id, lock and delivery; the text of a locked line stays. What a file says of roles counts.
 */
export function replaceLines(
  lines: readonly Line[],
  asWritten: readonly WrittenLine[],
  cast: readonly CastMember[],
  makeId: () => string,
): readonly Line[] {
  const written = asWritten.map(line => ({ ...line, ...readSaid(line.text, cast) }));
  const free = new Map(lines.map(line => [line.id, line]));
  const take = (isWanted: (line: Line) => boolean): Line | undefined => {
    for (const line of free.values()) if (isWanted(line)) return free.delete(line.id) ? line : undefined;
    return undefined;
  };
  const byId = written.map(({ id }) => (id === undefined ? undefined : take(line => line.id === id)));
  const byTime = written.map(
    ({ startMs }, at) => byId[at] ?? (startMs === null ? undefined : take(line => line.startMs === startMs)),
  );
  const known = written.map(({ text }, at) => byTime[at] ?? take(line => line.text === text));
  const replaced = written.map(({ startMs, text, castId, origin = 'written' }, at): Line => {
    const line = known[at];
    const role = castId === undefined ? {} : { castId };
    if (!line) return { id: makeId(), startMs, text, isLocked: false, origin, ...role };
    const said = castId ?? (origin === 'imported' ? undefined : line.castId);
    // The text of a locked line keeps the name before it, which would be said by its role.
    const moved = change<Line>(line, {
      startMs,
      castId: line.isLocked && line.text !== text ? line.castId : said,
    });
    return line.isLocked || line.text === text ? moved : change(moved, { text, origin, ...noMakers });
  });
  const inOrder = replaced.toSorted((one, other) => (one.startMs ?? 0) - (other.startMs ?? 0));
  return keepSame(lines, inOrder);
}

/**
 * Rows as lines of a continuous script, with the names of their roles. Those that stay, at its beginning and end, keep their ids; so
 * does one that is edited.
 */
export function replaceText(
  lines: readonly Line[],
  { text, origin = 'edited' }: { readonly text: string; readonly origin?: LineOrigin | undefined },
  cast: readonly CastMember[],
  makeId: () => string,
): readonly Line[] {
  // A row that begins with the name of a role is that role's, also where the line is older than the role.
  const isSame = (line: Line | undefined, row: string | undefined) =>
    line !== undefined &&
    row === printSaid(line, cast) &&
    (line.castId !== undefined || readSaid(row, cast).castId === undefined);
  const before = lines.map(line => printSaid(line, cast));
  if (text === before.join('\n') && lines.every((line, at) => isSame(line, before[at])))
    return keepSame(lines, lines.map(removeTime));
  const rows = text === '' ? [] : text.split('\n');
  let head = 0;
  while (head < rows.length && isSame(lines[head], rows[head])) head++;
  let tail = 0;
  const most = Math.min(lines.length, rows.length) - head;
  while (tail < most && isSame(lines.at(-1 - tail), rows.at(-1 - tail))) tail++;
  const replaced = lines.slice(head, lines.length - tail);
  const edited = rows.slice(head, rows.length - tail).map((row, at): Line => {
    const line = replaced[at];
    if (line && isSame(line, row)) return line;
    const { text: said, castId } = readSaid(row, cast);
    if (line?.text === said) return change<Line>(line, { castId });
    const makers = origin === 'edited' ? { before: undefined } : noMakers;
    if (line) return change<Line>(line, { text: said, castId, origin, ...makers });
    const added: Line = { id: makeId(), startMs: null, text: said, isLocked: false, origin };
    return castId === undefined ? added : { ...added, castId };
  });
  return [...lines.slice(0, head), ...edited, ...lines.slice(lines.length - tail)].map(removeTime);
}

function removeTime(line: Line): Line {
  return change(line, { startMs: null });
}

/** What a person confirmed is of texts and times as they were, and what was accepted, or is to be checked, of a line is of its text. */
export function withLines(narration: Narration, changed: readonly Line[]): Narration {
  const { review, lines: before } = narration;
  const isKept = ({ id, text }: Line) => before.some(line => line.id === id && line.text === text);
  const lines = mapKeeping(changed, line =>
    (line.accepted || line.toCheck) && !isKept(line)
      ? change(line, { accepted: undefined, toCheck: undefined })
      : line,
  );
  const isSame =
    lines.length === before.length &&
    lines.every(({ text, startMs }, at) => text === before[at]?.text && startMs === before[at]?.startMs);
  return change(narration, { lines, review: isSame ? review : review && { ...review, confirmed: [] } });
}

export function addNarration(project: Project, narration: Narration): Project {
  if (project.narrations.some(({ id }) => id === narration.id)) return project;
  return { ...project, narrations: [...project.narrations, narration] };
}

export function mapNarration(
  project: Project,
  id: string,
  map: (narration: Narration) => Narration,
): Project {
  const narrations = mapKeeping(project.narrations, each => (each.id === id ? map(each) : each));
  return change(project, { narrations });
}

import { findLineAt, minApartMs } from './line-commands.ts';
import { sortLines, withLines } from './narration-commands.ts';
import type { Span } from './new-cut.ts';
import { change, keepSame, type Line, mapKeeping, type Narration, type Project } from './project.ts';

interface LineOf {
  readonly narrationId: string;
  readonly lineId: string;
}

/** The document after a change of a line in its narration and in the translations of that. */
function mapVersions(
  project: Project,
  { narrationId, lineId }: LineOf,
  map: (narration: Narration, isLine: (line: Line) => boolean) => Narration,
): Project {
  const narrations = mapKeeping(project.narrations, narration => {
    if (narration.id === narrationId) return map(narration, ({ id }) => id === lineId);
    if (narration.derivedFrom !== narrationId) return narration;
    return map(narration, ({ sourceLineId }) => sourceLineId === lineId);
  });
  return change(project, { narrations });
}

/** Puts a line back at a time, or behind those that are there; translations get theirs back, which need no new text. */
export function restoreCutLine(
  project: Project,
  { startMs, ...of }: LineOf & { readonly startMs: number },
): Project {
  return mapVersions(project, of, (narration, isLine) => {
    const line = narration.cutLines?.find(isLine);
    if (!line) return narration;
    const { toCheck: _, ...restored } = line;
    let start = Math.max(0, Math.round(startMs));
    for (let at = findLineAt(narration.lines, start); at; at = findLineAt(narration.lines, start))
      start = (at.startMs ?? 0) + minApartMs;
    const lines = sortLines(narration, [...narration.lines, { ...restored, startMs: start }]);
    return withoutCut(withLines(narration, lines), isLine);
  });
}

export function dropCutLine(project: Project, of: LineOf): Project {
  return mapVersions(project, of, withoutCut);
}

function withoutCut(narration: Narration, isLine: (line: Line) => boolean): Narration {
  const { cutLines = [] } = narration;
  const left = keepSame(
    cutLines,
    cutLines.filter(line => !isLine(line)),
  );
  if (left === cutLines) return narration;
  return change<Narration>(narration, { cutLines: left.length > 0 ? left : undefined });
}

export function keepChecked(project: Project, of: LineOf): Project {
  return mapVersions(project, of, (narration, isLine) => {
    const lines = mapKeeping(narration.lines, line =>
      isLine(line) ? change(line, { toCheck: undefined }) : line,
    );
    return change(narration, { lines });
  });
}

export function setWritten(narration: Narration, { fromMs, toMs }: Span): Narration {
  const { unwritten = [] } = narration;
  const left = unwritten.flatMap(span => {
    if (span.toMs <= fromMs || toMs <= span.fromMs) return span;
    const rests = [
      { fromMs: span.fromMs, toMs: fromMs },
      { fromMs: toMs, toMs: span.toMs },
    ];
    return rests.filter(rest => rest.toMs - rest.fromMs >= shortestUnwrittenMs);
  });
  if (keepSame(unwritten, left) === unwritten) return narration;
  return change<Narration>(narration, { unwritten: left.length > 0 ? left : undefined });
}

/** A shorter new part needs no lines of its own. */
export const shortestUnwrittenMs = 2000;

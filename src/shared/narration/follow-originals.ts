import { change, keepSame, mapKeeping } from './change.ts';
import { isTimed, type Line, type Narration, type Project } from './project.ts';

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
    return change<Line>(line, {
      isStale: was.text === is.text ? line.isStale : true,
      startMs:
        isTimed(translation) && was.startMs === line.startMs ? (is.startMs ?? line.startMs) : line.startMs,
    });
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

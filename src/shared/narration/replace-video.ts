import { estimateSeconds, startRate } from '../script/estimate-speech.ts';
import { shortestUnwrittenMs } from './cut-lines.ts';
import { minApartMs } from './line-commands.ts';
import {
  type CutPart,
  findPart,
  hasOldPicture,
  listPieces,
  type PlacedPart,
  type Span,
  toNewMs,
} from './new-cut.ts';
import {
  change,
  isTimed,
  type Line,
  type Music,
  mapKeeping,
  type Narration,
  type Project,
  type ProjectVideo,
} from './project.ts';
import { moveObservations, moveTranscript } from './replace-material.ts';
import { findOriginal } from './translations.ts';

/** A line that starts so near before a part belongs to it: people set lines to a cut by ear. */
const nearMs = 350;

type Reason = NonNullable<Line['toCheck']>;

/** What becomes of a line. */
interface Fate {
  /** In which it is from now on; undefined where it goes. */
  readonly part: PlacedPart | undefined;
  readonly reason?: Reason | undefined;
}

/** A line of the review list. */
export interface CutEntry {
  readonly kind: 'moved' | 'gone' | 'to check' | 'new';
  readonly narrationId: string;
  /** Undefined for a new part. */
  readonly lineId?: string;
  readonly text?: string;
  readonly oldMs?: number;
  /** Undefined for a line that goes. */
  readonly nowMs?: number;
  /** In the new video, of a new part. */
  readonly span?: Span;
  readonly reason?: Reason;
}

export interface NewCutPlan {
  /** Of originals; what becomes of a line becomes of its translations. In the order of the new video, a narration after the other. */
  readonly entries: readonly CutEntry[];
  readonly counts: {
    readonly moved: number;
    readonly gone: number;
    readonly toCheck: number;
    /** For which lines can be written. */
    readonly newMs: number;
  };
}

/** What {@link replaceVideo} would do, as a list for people. */
export function planNewCut(project: Project, parts: readonly CutPart[]): NewCutPlan {
  const added = listNew(parts);
  const entries = project.narrations.flatMap(narration => {
    if (!isTimed(narration) || findOriginal(project, narration) !== narration) return [];
    const fates = findFates(narration, parts);
    const moved = moveNarration(narration, fates, parts, true);
    const now = new Map(moved.lines.map(line => [line.id, line]));
    const listed = narration.lines.flatMap(({ id, text, startMs }) => {
      const oldMs = startMs ?? 0;
      const nowMs = now.get(id)?.startMs ?? undefined;
      const reason = fates.get(id)?.reason;
      const of = { narrationId: narration.id, lineId: id, text, oldMs };
      if (nowMs === undefined)
        return { at: findCutMs(parts, oldMs), entry: { ...of, kind: 'gone' as const } };
      if (reason) return { at: nowMs, entry: { ...of, kind: 'to check' as const, nowMs, reason } };
      return nowMs === oldMs ? [] : { at: nowMs, entry: { ...of, kind: 'moved' as const, nowMs } };
    });
    const spans = (narration.lines.length > 0 ? added : []).map(span => {
      return { at: span.fromMs, entry: { kind: 'new' as const, narrationId: narration.id, span } };
    });
    return [...listed, ...spans]
      .toSorted((one, other) => one.at - other.at)
      .map(({ entry }): CutEntry => entry);
  });
  const count = (wanted: CutEntry['kind']) => entries.filter(({ kind }) => kind === wanted).length;
  const newMs = added.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  return {
    entries,
    counts: { moved: count('moved'), gone: count('gone'), toCheck: count('to check'), newMs },
  };
}

/** The document with another cut of its video, to which all that has a time has moved. */
export function replaceVideo(
  project: Project,
  { video, parts }: { readonly video: ProjectVideo; readonly parts: readonly CutPart[] },
  makeId: () => string,
): Project {
  const fates = new Map(project.narrations.map(narration => [narration.id, findFates(narration, parts)]));
  const narrations = mapKeeping(project.narrations, narration => {
    if (!isTimed(narration)) return narration;
    const original = findOriginal(project, narration);
    // Translations stay with their originals: none of their lines lacks its own, or is translated anew.
    const own = fates.get(narration.id);
    const known = original === narration ? undefined : fates.get(original.id);
    const followed = narration.lines.map(
      ({ id, sourceLineId = '' }) => [id, known?.get(sourceLineId) ?? own?.get(id)] as const,
    );
    return moveNarration(narration, new Map(followed), parts, original === narration);
  });
  const cast = mapKeeping(project.cast, member => {
    const { namedMs } = member;
    return change(member, { namedMs: namedMs === undefined ? undefined : moveTime(parts, namedMs) });
  });
  return change<Project>(project, {
    video,
    narrations,
    cast,
    observations: moveObservations(project.observations, parts),
    transcript: project.transcript && moveTranscript(project.transcript, parts, makeId),
  });
}

function moveTime(parts: readonly CutPart[], ms: number): number | undefined {
  const part = findPart(parts, ms);
  return part && toNewMs(part, ms);
}

function findFates({ lines, language = 'English' }: Narration, parts: readonly CutPart[]): Map<string, Fate> {
  const rate = startRate(language);
  const fates = new Map<string, Fate>();
  let [startMs, nextMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const line of lines.toReversed()) {
    const fromMs = line.startMs ?? 0;
    if (fromMs < startMs) [startMs, nextMs] = [fromMs, startMs];
    const saidMs = fromMs + estimateSeconds(line.text, rate) * 1000;
    fates.set(line.id, findFate(parts, { fromMs, toMs: Math.min(saidMs, nextMs) }));
  }
  return fates;
}

/** @param span what the line is heard over */
function findFate(parts: readonly CutPart[], span: Span): Fate {
  const { fromMs } = span;
  const [own, next] = [findPart(parts, fromMs), findPart(parts, fromMs + nearMs)];
  const part = own && next?.isUncertain ? own : (next ?? own);
  if (!part) return { part };
  if (part.isUncertain) return { part, reason: 'place uncertain' };
  const heard = { fromMs: toNewMs(part, fromMs), toMs: toNewMs(part, span.toMs) };
  let [left, changed] = [0, 0];
  for (const piece of listPieces(parts, span)) {
    const ms = Math.min(piece.now.toMs, heard.toMs) - Math.max(piece.now.fromMs, heard.fromMs);
    left += Math.max(0, ms);
    if (piece.part.kind === 'picture changed') changed += Math.max(0, ms);
  }
  const half = (heard.toMs - heard.fromMs) / 2;
  if (changed > half || part.kind === 'picture changed') return { part, reason: 'picture changed' };
  // What comes before the part is as near to it as before.
  const nearby = Math.max(0, part.old.fromMs - fromMs);
  return left + nearby < half ? { part, reason: 'cut short' } : { part };
}

/** @param isOriginal lines can be written for its new parts */
function moveNarration(
  narration: Narration,
  fates: ReadonlyMap<string, Fate | undefined>,
  parts: readonly CutPart[],
  isOriginal: boolean,
): Narration {
  const { lines, cutLines = [], unwritten = [], untold, review, settings } = narration;
  const isGone = ({ id }: Line) => fates.get(id)?.part === undefined;
  const gone = lines.filter(isGone);
  const added = listNew(parts);
  const left = unwritten.flatMap(span => listPieces(parts, span).map(({ now }) => now));
  const spans = joinSpans([...left, ...(isOriginal && lines.length > 0 ? added : [])]);
  const isSettled =
    gone.length === 0 && added.length === 0 && lines.every(({ id }) => !fates.get(id)?.reason);
  const found = untold?.flatMap(each => {
    const part = findPart(parts, each.startMs);
    return part && hasOldPicture(part) ? change(each, { startMs: toNewMs(part, each.startMs) }) : [];
  });
  return change<Narration>(narration, {
    lines: placeLines(lines, fates, parts),
    cutLines: gone.length > 0 ? [...cutLines, ...gone] : narration.cutLines,
    unwritten: isEqual(spans, unwritten) ? narration.unwritten : spans.length > 0 ? spans : undefined,
    untold: isEqual(found, untold) ? untold : found,
    review: isSettled || !review || review.confirmed.length === 0 ? review : { ...review, confirmed: [] },
    settings: change(settings, { music: settings.music && moveMusic(settings.music, parts) }),
  });
}

/** The lines that stay, at their new times and in their order. */
function placeLines(
  lines: readonly Line[],
  fates: ReadonlyMap<string, Fate | undefined>,
  parts: readonly CutPart[],
): readonly Line[] {
  const placed = lines
    .flatMap(line => {
      const { part, reason } = fates.get(line.id) ?? {};
      const oldMs = line.startMs ?? 0;
      return part ? [{ line, reason, oldMs, nowMs: toNewMs(part, oldMs) }] : [];
    })
    .toSorted((one, other) => one.nowMs - other.nowMs);
  const endMs = Math.max(0, ...parts.map(({ now }) => now?.toMs ?? 0));
  // As near to each other as people had set them, at least.
  const apart = placed.map(({ oldMs }, at) =>
    Math.min(minApartMs, Math.abs(oldMs - (placed[at - 1]?.oldMs ?? oldMs))),
  );
  let earliest = 0;
  const times = placed.map(({ nowMs }, at) => {
    earliest = Math.max(nowMs, at === 0 ? 0 : earliest + (apart[at] ?? 0));
    return earliest;
  });
  let latest = endMs;
  for (let at = times.length - 1; at >= 0; at--) {
    latest = Math.max(0, Math.min(latest, times[at] ?? 0));
    times[at] = latest;
    latest -= apart[at] ?? 0;
  }
  const moved = placed.map(({ line, reason = line.toCheck }, at) =>
    change<Line>(line, { startMs: times[at] ?? 0, toCheck: reason }),
  );
  return isEqual(moved, lines) ? lines : moved;
}

/** It is cut as the video is; undefined where nothing is left. */
function moveMusic(music: Music, parts: readonly CutPart[]): Music | undefined {
  const { fromMs, toMs } = music;
  const move = (ms: number | undefined) =>
    ms === undefined ? undefined : (moveTime(parts, ms) ?? findCutMs(parts, ms));
  const moved = change<Music>(music, { fromMs: move(fromMs), toMs: move(toMs) });
  const endMs = moved.toMs ?? Math.max(...parts.map(({ now }) => now?.toMs ?? 0));
  return moved === music || (moved.fromMs ?? 0) < endMs ? moved : undefined;
}

/** Where in the new video a removed moment was. */
function findCutMs(parts: readonly CutPart[], ms: number): number {
  const at = parts.findIndex(({ old }) => old && old.fromMs <= ms && ms < old.toMs);
  return parts.slice(0, at < 0 ? parts.length : at).findLast(({ now }) => now)?.now?.toMs ?? 0;
}

/** The new parts that need lines. */
function listNew(parts: readonly CutPart[]): Span[] {
  return joinSpans(parts.flatMap(({ kind, now }) => (kind === 'new' && now ? [now] : [])));
}

/** In order, neighbours as one, without those that are too short. */
function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = joined.at(-1);
    if (last && span.fromMs <= last.toMs)
      joined[joined.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, span.toMs) };
    else joined.push({ fromMs: span.fromMs, toMs: span.toMs });
  }
  return joined.filter(({ fromMs, toMs }) => toMs - fromMs >= shortestUnwrittenMs);
}

function isEqual(one: readonly object[] | undefined, other: readonly object[] | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

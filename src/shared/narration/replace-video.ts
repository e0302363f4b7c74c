import { estimateSeconds, startRate } from '../script/estimate-speech.ts';
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
  keepSame,
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
/** A shorter new part needs no lines of its own. */
const shortestNewMs = 2000;

/** A line of the review list. */
export interface CutEntry {
  readonly kind: 'moved' | 'gone' | 'to check' | 'new';
  readonly narrationId: string;
  /** Undefined for a new part. */
  readonly lineId?: string;
  readonly text?: string;
  readonly oldMs?: number;
  /** Undefined for a line that goes. */
  readonly nowMs?: number | undefined;
  /** In the new video, of a new part. */
  readonly span?: Span;
  readonly reason?: Line['toCheck'];
}

export interface NewCutPlan {
  /** Of originals; what becomes of a line becomes of its translations. In the order of the new video, a narration after the other. */
  readonly entries: readonly CutEntry[];
  /** `newMs`: for which lines can be written. */
  readonly counts: Readonly<Record<'moved' | 'gone' | 'toCheck' | 'newMs', number>>;
}

/** What {@link replaceVideo} would do, as a list for people. */
export function planNewCut(project: Project, parts: readonly CutPart[]): NewCutPlan {
  const after = moveNarrations(project, parts);
  const entries = project.narrations.flatMap((narration, at): CutEntry[] => {
    if (!isTimed(narration) || findOriginal(project, narration) !== narration) return [];
    const { id: narrationId, lines } = narration;
    const now = new Map(after[at]?.lines.map(line => [line.id, line]));
    const moved = lines.flatMap((line): CutEntry[] => {
      const { id: lineId, text, startMs } = line;
      const is = now.get(lineId);
      const kind = !is ? 'gone' : is.toCheck ? 'to check' : 'moved';
      const entry = { kind, narrationId, lineId, text, oldMs: startMs ?? 0 } as const;
      return is === line ? [] : [{ ...entry, nowMs: is?.startMs ?? undefined, reason: is?.toCheck }];
    });
    const added = lines.length === 0 ? [] : listNew(parts);
    const toMs = ({ nowMs, oldMs = 0, span }: CutEntry) => span?.fromMs ?? nowMs ?? toNearestMs(parts, oldMs);
    return [...moved, ...added.map(span => ({ kind: 'new', narrationId, span }) as const)].toSorted(
      (one, other) => toMs(one) - toMs(other),
    );
  });
  const count = (wanted: CutEntry['kind']) => entries.filter(({ kind }) => kind === wanted).length;
  const newMs = listNew(parts).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
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
  const { observations, transcript, cast } = project;
  return change<Project>(project, {
    video,
    narrations: moveNarrations(project, parts),
    cast: mapKeeping(cast, member => {
      const part = member.namedMs === undefined ? undefined : findPart(parts, member.namedMs);
      return change(member, { namedMs: part && toNewMs(part, member.namedMs ?? 0) });
    }),
    observations: moveObservations(observations, parts),
    transcript: transcript && moveTranscript(transcript, parts, makeId),
  });
}

/** What becomes of a line. */
interface Fate {
  /** In which it is from now on; undefined where it goes. */
  readonly part: PlacedPart | undefined;
  readonly reason?: Line['toCheck'];
}

/** Translations stay with their originals: none of their lines lacks its own, or is translated anew. */
function moveNarrations(project: Project, parts: readonly CutPart[]): readonly Narration[] {
  const fates = new Map(project.narrations.map(narration => [narration.id, findFates(narration, parts)]));
  return mapKeeping(project.narrations, narration => {
    if (!isTimed(narration)) return narration;
    const original = findOriginal(project, narration);
    const [own, known] = [narration, original].map(({ id }) => fates.get(id));
    const isOriginal = original === narration;
    const find = ({ id, sourceLineId = '' }: Line) =>
      known?.get(isOriginal ? id : sourceLineId) ?? own?.get(id);
    return moveNarration(
      narration,
      find,
      parts,
      isOriginal && narration.lines.length > 0 ? listNew(parts) : [],
    );
  });
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
  // What comes before the part is as near to it as before.
  let [left, changed] = [Math.max(0, part.old.fromMs - fromMs), 0];
  for (const piece of listPieces(parts, span)) {
    const ms = Math.min(piece.now.toMs, heard.toMs) - Math.max(piece.now.fromMs, heard.fromMs);
    left += Math.max(0, ms);
    if (piece.part.kind === 'picture changed') changed += Math.max(0, ms);
  }
  const half = (heard.toMs - heard.fromMs) / 2;
  if (changed > half || part.kind === 'picture changed') return { part, reason: 'picture changed' };
  return left < half ? { part, reason: 'cut short' } : { part };
}

/** @param added parts for which it needs lines */
function moveNarration(
  narration: Narration,
  find: (line: Line) => Fate | undefined,
  parts: readonly CutPart[],
  added: readonly Span[],
): Narration {
  const { lines, cutLines = [], unwritten = [], untold, review, settings } = narration;
  const gone = lines.filter(line => !find(line)?.part);
  const left = unwritten.flatMap(span => listPieces(parts, span).map(({ now }) => now)).filter(isLong);
  const spans = [...left, ...added].toSorted((one, other) => one.fromMs - other.fromMs);
  const isSettled = gone.length + added.length === 0 && !lines.some(line => find(line)?.reason);
  const found = untold?.flatMap(each => {
    const part = findPart(parts, each.startMs);
    return part && hasOldPicture(part) ? change(each, { startMs: toNewMs(part, each.startMs) }) : [];
  });
  return change<Narration>(narration, {
    lines: placeLines(lines, find, parts),
    cutLines: gone.length > 0 ? [...cutLines, ...gone] : narration.cutLines,
    unwritten:
      JSON.stringify(spans) === JSON.stringify(unwritten)
        ? narration.unwritten
        : spans.length > 0
          ? spans
          : undefined,
    untold: untold && found && keepSame(untold, found),
    review: isSettled || !review?.confirmed.length ? review : { ...review, confirmed: [] },
    settings: change(settings, { music: settings.music && moveMusic(settings.music, parts) }),
  });
}

/** The lines that stay, at their new times and in their order. */
function placeLines(
  lines: readonly Line[],
  find: (line: Line) => Fate | undefined,
  parts: readonly CutPart[],
): readonly Line[] {
  const placed = lines
    .flatMap(line => {
      const { part, reason = line.toCheck } = find(line) ?? {};
      const oldMs = line.startMs ?? 0;
      return part ? [{ line, reason, oldMs, nowMs: toNewMs(part, oldMs) }] : [];
    })
    .toSorted((one, other) => one.nowMs - other.nowMs);
  const endMs = Math.max(0, ...parts.map(({ now }) => now?.toMs ?? 0));
  let last = { oldMs: Number.NEGATIVE_INFINITY, startMs: -minApartMs };
  const moved = placed.map(({ line, reason, oldMs, nowMs }) => {
    // As near to the one before as people had set it, at least.
    const earliest = last.startMs + Math.min(minApartMs, Math.abs(oldMs - last.oldMs));
    const startMs = Math.min(endMs, Math.max(nowMs, earliest));
    last = { oldMs, startMs };
    return change(line, { startMs, toCheck: reason });
  });
  return keepSame(lines, moved);
}

/** It is cut as the video is; undefined where nothing is left. */
function moveMusic(music: Music, parts: readonly CutPart[]): Music | undefined {
  const [fromMs, toMs] = [music.fromMs, music.toMs].map(ms =>
    ms === undefined ? undefined : toNearestMs(parts, ms),
  );
  return toMs !== undefined && (fromMs ?? 0) >= toMs ? undefined : change<Music>(music, { fromMs, toMs });
}

/** Where a moment is in the new video; of a removed one, where its part was. */
function toNearestMs(parts: readonly CutPart[], ms: number): number {
  const part = findPart(parts, ms);
  if (part) return toNewMs(part, ms);
  const at = parts.findIndex(({ old }) => old && old.fromMs <= ms && ms < old.toMs);
  return parts.slice(0, at < 0 ? parts.length : at).findLast(({ now }) => now)?.now?.toMs ?? 0;
}

/** The new parts that need lines. */
function listNew(parts: readonly CutPart[]): Span[] {
  return parts.flatMap(({ kind, now }) => (kind === 'new' && now ? [now] : [])).filter(isLong);
}

function isLong({ fromMs, toMs }: Span): boolean {
  return toMs - fromMs >= shortestNewMs;
}

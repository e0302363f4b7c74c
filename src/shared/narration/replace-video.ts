import { estimateSeconds, startRate } from '../script/estimate-speech.ts';
import { findMoment } from '../script/list-print.ts';
import { placeWords } from '../script/place-words.ts';
import { printShortTime } from '../script/time-format.ts';
import { isSame } from './find-changes.ts';
import { minApartMs } from './line-commands.ts';
import {
  type CutPart,
  findPart,
  isAsBefore,
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
  type Observation,
  orNone,
  type Project,
  type ProjectVideo,
  type Segment,
  type Transcript,
} from './project.ts';
import { printPeople, splitPeople } from './seen-people.ts';
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
  const spans = listNew(parts);
  const entries = project.narrations.flatMap((narration, at): CutEntry[] => {
    if (!isTimed(narration) || findOriginal(project, narration) !== narration) return [];
    const { id: narrationId, lines } = narration;
    const now = new Map(after[at]?.lines.map(line => [line.id, line]));
    const moved = lines.flatMap((line): CutEntry[] => {
      const { id: lineId, text, startMs } = line;
      const is = now.get(lineId);
      if (is === line) return [];
      const kind = !is ? 'gone' : is.toCheck ? 'to check' : 'moved';
      const times = { oldMs: startMs ?? 0, nowMs: is?.startMs ?? undefined };
      return [{ kind, narrationId, lineId, text, ...times, reason: is?.toCheck }];
    });
    const added = (lines.length === 0 ? [] : spans).map(
      span => ({ kind: 'new', narrationId, span }) as const,
    );
    const toMs = ({ nowMs, oldMs = 0, span }: CutEntry) => span?.fromMs ?? nowMs ?? toNearestMs(parts, oldMs);
    return [...moved, ...added].toSorted((one, other) => toMs(one) - toMs(other));
  });
  const count = (wanted: CutEntry['kind']) => entries.filter(({ kind }) => kind === wanted).length;
  const newMs = spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
  const counts = { moved: count('moved'), gone: count('gone'), toCheck: count('to check'), newMs };
  return { entries, counts };
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
  readonly part?: PlacedPart | undefined;
  readonly reason?: Line['toCheck'];
}

type LineFate = Fate & { readonly line: Line };

/** Translations stay with their originals: none of their lines lacks its own, or is translated anew. */
function moveNarrations(project: Project, parts: readonly CutPart[]): readonly Narration[] {
  const known = new Map(project.narrations.map(narration => [narration.id, findFates(narration, parts)]));
  return mapKeeping(project.narrations, narration => {
    if (!isTimed(narration)) return narration;
    const original = findOriginal(project, narration);
    const isOriginal = original === narration;
    const find = ({ id, sourceLineId = '' }: Line) =>
      known.get(original.id)?.get(isOriginal ? id : sourceLineId) ?? known.get(narration.id)?.get(id);
    const fates = narration.lines.map(line => ({ line, ...find(line) }));
    return moveNarration(narration, fates, parts, isOriginal && fates.length > 0 ? listNew(parts) : []);
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
  fates: readonly LineFate[],
  parts: readonly CutPart[],
  added: readonly Span[],
): Narration {
  const { lines, cutLines = [], unwritten = [], untold, review, settings } = narration;
  const gone = fates.flatMap(({ line, part }) => (part ? [] : line));
  const left = unwritten.flatMap(span => listPieces(parts, span).map(({ now }) => now)).filter(isLong);
  const spans = [...left, ...added].toSorted((one, other) => one.fromMs - other.fromMs);
  const isSettled = gone.length + added.length === 0 && !fates.some(({ reason }) => reason);
  const found = untold?.flatMap(each => {
    const part = findPart(parts, each.startMs);
    return part && isAsBefore(part, 'picture') ? change(each, { startMs: toNewMs(part, each.startMs) }) : [];
  });
  return change<Narration>(narration, {
    lines: keepSame(lines, placeLines(fates, parts)),
    cutLines: gone.length > 0 ? [...cutLines, ...gone] : narration.cutLines,
    unwritten: isSame(spans, unwritten) ? narration.unwritten : orNone(spans),
    untold: untold && found && keepSame(untold, found),
    review: isSettled || !review?.confirmed.length ? review : { ...review, confirmed: [] },
    settings: change(settings, { music: settings.music && moveMusic(settings.music, parts) }),
  });
}

/** The lines that stay, at their new times and in their order. */
function placeLines(fates: readonly LineFate[], parts: readonly CutPart[]): readonly Line[] {
  const placed = fates
    .flatMap(({ line, part, reason = line.toCheck }) => {
      const oldMs = line.startMs ?? 0;
      return part ? [{ line, reason, oldMs, nowMs: toNewMs(part, oldMs) }] : [];
    })
    .toSorted((one, other) => one.nowMs - other.nowMs);
  const endMs = Math.max(0, ...parts.map(({ now }) => now?.toMs ?? 0));
  let last = { oldMs: Number.NEGATIVE_INFINITY, startMs: -minApartMs };
  return placed.map(({ line, reason, oldMs, nowMs }) => {
    // As near to the one before as people had set it, at least.
    const earliest = last.startMs + Math.min(minApartMs, Math.abs(oldMs - last.oldMs));
    const startMs = Math.min(endMs, Math.max(nowMs, earliest));
    last = { oldMs, startMs };
    return change(line, { startMs, toCheck: reason });
  });
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

/** What was said, in the new cut; undefined where nothing of it is left. */
export function moveTranscript(
  transcript: Transcript,
  parts: readonly CutPart[],
  makeId: () => string,
): Transcript | undefined {
  const before = transcript.segments;
  const moved = before
    .flatMap(segment => moveSegment(segment, parts, makeId))
    .toSorted((one, other) => one.startMs - other.startMs);
  const isGone = moved.length === 0 && before.length > 0;
  return isGone ? undefined : change(transcript, { segments: keepSame(before, moved) });
}

type Piece = ReturnType<typeof listPieces>[number];
type Word = NonNullable<Segment['words']>[number];

/** More than one where a new part came between: nothing is said in it. */
function moveSegment(segment: Segment, parts: readonly CutPart[], makeId: () => string): readonly Segment[] {
  const { startMs, text, words = [] } = segment;
  const endMs = Math.max(segment.endMs, startMs + 1);
  const written = placeWords(text, words);
  return listRuns(parts, { fromMs: startMs, toMs: endMs }).flatMap((run, at): Segment[] => {
    const [first, last] = [run[0], run.at(-1)];
    const keptMs = run.reduce((sum, { old }) => sum + old.toMs - old.fromMs, 0);
    const isWhole = keptMs === endMs - startMs;
    const left = words.flatMap((word, index) => {
      const moved = moveWord(word, run);
      return moved ? [{ moved, written: written[index]?.written ?? '' }] : [];
    });
    const isLeft = words.length > 0 ? left.length > 0 : 2 * keptMs > endMs - startMs;
    if (!first || !last || !(isWhole || isLeft)) return [];
    const isCut = !isWhole && words.length > 0;
    const moved = change<Segment>(segment, {
      id: at === 0 ? segment.id : makeId(),
      startMs: first.now.fromMs,
      endMs: toNewMs(last.part, Math.min(segment.endMs, last.old.toMs)),
      text: isCut
        ? left
            .map(word => word.written)
            .join('')
            .trim()
        : text,
    });
    const own = left.map(word => word.moved);
    return [change<Segment>(moved, { words: segment.words && keepSame(words, own) })];
  });
}

/** A piece of speech goes on over a shorter new part. */
const betweenMs = 1000;

/** The pieces of a span whose sound is left, those that follow each other together. */
function listRuns(parts: readonly CutPart[], span: Span): readonly (readonly Piece[])[] {
  const runs: Piece[][] = [];
  for (const piece of listPieces(parts, span)) {
    const pauseMs = piece.now.fromMs - (runs.at(-1)?.at(-1)?.now.toMs ?? Number.POSITIVE_INFINITY);
    if (!isAsBefore(piece.part, 'sound')) continue;
    if (Math.abs(pauseMs) <= betweenMs) runs.at(-1)?.push(piece);
    else runs.push([piece]);
  }
  return runs;
}

function moveWord(word: Word, run: readonly Piece[]): Word | undefined {
  const middleMs = (word.startMs + word.endMs) / 2;
  const part = run.find(({ old }) => old.fromMs <= middleMs && middleMs <= old.toMs)?.part;
  return part && change(word, { startMs: toNewMs(part, word.startMs), endMs: toNewMs(part, word.endMs) });
}

/** Notes on pictures that are still there. */
export function moveObservations(observations: readonly Observation[], parts: readonly CutPart[]) {
  const moved = observations.flatMap(each => moveNotes(each, parts));
  return keepSame(observations, moved);
}

function moveNotes(notes: Observation, parts: readonly CutPart[]): readonly Observation[] {
  const move = (ms: number) => {
    const part = findPart(parts, ms);
    return part && isAsBefore(part, 'picture') ? toNewMs(part, ms) : undefined;
  };
  const moved = notes.momentsMs.flatMap(ms => move(ms) ?? []).toSorted((one, other) => one - other);
  const momentsMs = keepSame(notes.momentsMs, moved);
  if (momentsMs === notes.momentsMs) return [notes];
  if (momentsMs.length === 0) return [];
  const { people, rest } = splitPeople(notes.text);
  const seen = people.map(person => {
    const ms = person.seconds === undefined ? undefined : move(person.seconds * 1000);
    const moved = { ...person, seconds: ms === undefined ? undefined : ms / 1000 };
    // One by one, so that none is left out.
    return printPeople([moved], Number.POSITIVE_INFINITY);
  });
  // What is said above the first picture is said of all.
  let isLeft = true;
  const rows = rest.split('\n').flatMap(row => {
    const found = findMoment(row, notes.momentsMs);
    const ms = found && move(found.ms);
    if (found) isLeft = ms !== undefined;
    if (!found || ms === undefined) return isLeft ? row : [];
    const { at, written } = found;
    const time = written.includes(':') ? printShortTime(ms / 1000) : String(Math.round(ms / 100) / 10);
    return row.slice(0, at) + time + row.slice(at + written.length);
  });
  const text = [...rows, ...(seen.length > 0 ? ['', 'People:', ...seen] : [])].join('\n').trim();
  return [{ ...notes, momentsMs, text }];
}

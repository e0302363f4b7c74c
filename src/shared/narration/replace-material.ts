import { findMoment } from '../script/list-print.ts';
import { placeWords } from '../script/place-words.ts';
import { printShortTime } from '../script/time-format.ts';
import {
  type CutPart,
  findPart,
  hasOldPicture,
  hasOldSound,
  listPieces,
  type Span,
  toNewMs,
} from './new-cut.ts';
import { change, keepSame, type Observation, type Segment, type Transcript } from './project.ts';
import { printPeople, splitPeople } from './seen-people.ts';

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
  return moved.length < Math.min(1, before.length)
    ? undefined
    : change(transcript, { segments: keepSame(before, moved) });
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
    if (!hasOldSound(piece.part)) continue;
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
export function moveObservations(
  observations: readonly Observation[],
  parts: readonly CutPart[],
): readonly Observation[] {
  return keepSame(
    observations,
    observations.flatMap(each => moveNotes(each, parts)),
  );
}

function moveNotes(notes: Observation, parts: readonly CutPart[]): readonly Observation[] {
  const move = (ms: number) => {
    const part = findPart(parts, ms);
    return part && hasOldPicture(part) ? toNewMs(part, ms) : undefined;
  };
  const moved = notes.momentsMs.flatMap(ms => move(ms) ?? []).toSorted((one, other) => one - other);
  const momentsMs = keepSame(notes.momentsMs, moved);
  if (momentsMs === notes.momentsMs) return [notes];
  if (momentsMs.length === 0) return [];
  const { people, rest } = splitPeople(notes.text);
  const seen = people.map(person => {
    const ms = person.seconds === undefined ? undefined : move(person.seconds * 1000);
    // One by one, so that none is left out.
    return printPeople(
      [{ ...person, seconds: ms === undefined ? undefined : ms / 1000 }],
      Number.POSITIVE_INFINITY,
    );
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

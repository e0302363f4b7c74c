import { findMoment } from '../script/list-print.ts';
import { placeWords } from '../script/place-words.ts';
import { printShortTime } from '../script/time-format.ts';
import { type CutPart, findPart, hasOldPicture, hasOldSound, listPieces, toNewMs } from './new-cut.ts';
import { change, keepSame, type Observation, type Segment, type Transcript } from './project.ts';
import { printPeople, splitPeople } from './seen-people.ts';

/** What was said, in the new cut; undefined where nothing of it is left. */
export function moveTranscript(
  transcript: Transcript,
  parts: readonly CutPart[],
  makeId: () => string,
): Transcript | undefined {
  const moved = transcript.segments
    .flatMap(segment => moveSegment(segment, parts, makeId))
    .toSorted((one, other) => one.startMs - other.startMs);
  const segments = keepSame(transcript.segments, moved);
  return segments.length === 0 && transcript.segments.length > 0
    ? undefined
    : change(transcript, { segments });
}

/** A piece of speech goes on over a shorter new part. */
const betweenMs = 1000;

/** More than one where a longer new part came between: nothing is said in it. */
function moveSegment(segment: Segment, parts: readonly CutPart[], makeId: () => string): readonly Segment[] {
  const spoken = { fromMs: segment.startMs, toMs: Math.max(segment.endMs, segment.startMs + 1) };
  const runs: Piece[][] = [];
  for (const piece of listPieces(parts, spoken)) {
    if (!hasOldSound(piece.part)) continue;
    const pauseMs = piece.now.fromMs - (runs.at(-1)?.at(-1)?.now.toMs ?? Number.POSITIVE_INFINITY);
    if (Math.abs(pauseMs) <= betweenMs) runs.at(-1)?.push(piece);
    else runs.push([piece]);
  }
  const measure = (run: readonly Piece[]) => run.reduce((sum, { old }) => sum + old.toMs - old.fromMs, 0);
  const [run] = runs;
  const allMs = spoken.toMs - spoken.fromMs;
  if (runs.length === 1 && run && measure(run) === allMs) return [moveWhole(segment, run)];
  if (segment.words?.length) return cutSegment(segment, runs, makeId);
  return runs.filter(each => 2 * measure(each) > allMs).map(each => change<Segment>(segment, toTimes(each)));
}

type Piece = ReturnType<typeof listPieces>[number];

function toTimes(run: readonly Piece[]): Pick<Segment, 'startMs' | 'endMs'> {
  return { startMs: run[0]?.now.fromMs ?? 0, endMs: run.at(-1)?.now.toMs ?? 0 };
}

function moveWhole(segment: Segment, run: readonly Piece[]): Segment {
  const words =
    segment.words &&
    keepSame(
      segment.words,
      segment.words.flatMap(word => moveWord(word, run)),
    );
  const { startMs, endMs } = toTimes(run);
  // A sound without a length stays one.
  return change<Segment>(segment, {
    startMs,
    endMs: segment.endMs > segment.startMs ? endMs : startMs,
    words,
  });
}

type Word = NonNullable<Segment['words']>[number];

/** None where it was removed. */
function moveWord(word: Word, run: readonly Piece[]): Word[] {
  const middleMs = (word.startMs + word.endMs) / 2;
  const piece = run.find(({ old }) => old.fromMs <= middleMs && middleMs <= old.toMs);
  if (!piece) return [];
  const [startMs, endMs] = [toNewMs(piece.part, word.startMs), toNewMs(piece.part, word.endMs)];
  return [change<Word>(word, { startMs, endMs })];
}

/** The words that are left, and their part of the text. */
function cutSegment(segment: Segment, runs: readonly (readonly Piece[])[], makeId: () => string): Segment[] {
  const placed = placeWords(segment.text, segment.words ?? []);
  return runs
    .map(run =>
      placed.flatMap(({ written, ...word }) => moveWord(word, run).map(moved => ({ ...moved, written }))),
    )
    .filter(words => words.length > 0)
    .map((left, at) => ({
      ...segment,
      id: at === 0 ? segment.id : makeId(),
      startMs: left[0]?.startMs ?? 0,
      endMs: left.at(-1)?.endMs ?? 0,
      text: left
        .map(({ written }) => written)
        .join('')
        .trim(),
      words: left.map(({ written: _, ...word }) => word),
    }));
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

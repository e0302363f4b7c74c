import { change } from './change.ts';
import { type Edit, isSame, listEditedFields, type ProjectHead } from './find-changes.ts';
import type { Project, Segment, Term, Transcript } from './project.ts';

type FieldWins = (field: string) => boolean;

/** A text that gave way to another one, because both were written at the same time. */
export interface OtherText {
  /** Undefined for a segment of the transcript. */
  readonly narrationId: string | undefined;
  /** Of the line or segment. */
  readonly lineId: string;
  readonly text: string;
}

/** Decides where both sides changed a field. @param field `ID.NAME`, with the id of the line, narration or document */
export type Wins = (field: string) => boolean;

/**
 * A document with what was changed elsewhere beside its narrations: cast, glossary, observations and transcript part by part. A part
 * that was removed on one side and changed on the other stays.
 * @returns also the texts of segments that gave way
 */
export function mergeHead(project: Project, { before, after }: Edit<ProjectHead>, wins: Wins) {
  const isTaken: FieldWins = field => wins(`${project.id}.${field}`);
  const { cast, glossary, observations } = project;
  const merged = mergeFields(project, { before: dropParts(before), after: dropParts(after) }, isTaken);
  const said = mergeTranscript(
    project.transcript,
    { before: before.transcript, after: after.transcript },
    () => isTaken('transcript'),
  );
  const edit = <Name extends 'cast' | 'glossary' | 'observations'>(name: Name) => ({
    before: before[name],
    after: after[name],
  });
  return {
    project: change<Project>(merged, {
      cast: mergeParts(cast, edit('cast'), (mine, each) => mergeFields(mine, each, () => isTaken('cast'))),
      glossary: mergeParts(
        glossary.map(identify),
        { before: before.glossary.map(identify), after: after.glossary.map(identify) },
        (mine, each) => mergeTerm(mine, each, () => isTaken('glossary')),
      ).map(({ id: _, ...term }) => term),
      observations: areOthers(observations, edit('observations'))
        ? (isTaken('observations') ? after : project).observations
        : mergeParts(observations, edit('observations'), (mine, each) =>
            mergeFields(mine, each, () => isTaken('observations')),
          ),
      transcript: said.transcript,
    }),
    otherTexts: said.otherTexts,
  };
}

/** Takes each field that was changed elsewhere, unless it was changed here too and stays. */
export function mergeFields<Whole extends Part, Part extends object>(
  mine: Whole,
  edit: Edit<Part>,
  wins: FieldWins,
): Whole {
  const taken: Partial<Part> = {};
  for (const field of listEditedFields(edit))
    if (isSame(mine[field], edit.before[field]) || wins(String(field))) taken[field] = edit.after[field];
  return change(mine, taken as Partial<Whole>);
}

/** Of two texts, the one that is not in force; undefined unless both sides changed it. */
export function findOtherText(
  mine: { readonly text: string },
  { before, after }: Edit<{ readonly text: string }>,
  merged: { readonly text: string },
): string | undefined {
  if (mine.text === before.text || before.text === after.text || mine.text === after.text) return undefined;
  return merged.text === after.text ? mine.text : after.text;
}

interface Part {
  readonly id: string;
}

/** In the order of `after`, so that machines that merge each other's lists end with the same one. */
function mergeParts<Each extends Part>(
  mine: readonly Each[],
  { before, after }: Edit<readonly Each[]>,
  merge: (mine: Each, edit: Edit<Each>) => Each,
): readonly Each[] {
  if (isSame(before, after)) return mine;
  const old = new Map(before.map(part => [part.id, part]));
  const own = new Map(mine.map(part => [part.id, part]));
  const theirs = after.flatMap(part => {
    const [known, was] = [own.get(part.id), old.get(part.id)];
    own.delete(part.id);
    if (known) return merge(known, { before: was ?? known, after: part });
    return isSame(was, part) ? [] : part;
  });
  const others = [...own.values()].filter(part => !isSame(part, old.get(part.id)));
  return [...theirs, ...others];
}

function mergeTranscript(
  mine: Transcript | undefined,
  { before, after }: Edit<Transcript | undefined>,
  isTaken: () => boolean,
): { readonly transcript: Transcript | undefined; readonly otherTexts: readonly OtherText[] } {
  if (isSame(before, after)) return { transcript: mine, otherTexts: [] };
  if (!mine || !after) {
    const wasChanged = !isSame(mine, before);
    return { transcript: wasChanged ? (mine ?? after) : after, otherTexts: [] };
  }
  const edit = { before: before?.segments ?? [], after: after.segments };
  if (!before || areOthers(mine.segments, edit))
    return { transcript: isTaken() ? after : mine, otherTexts: [] };
  const otherTexts: OtherText[] = [];
  const segments = mergeParts<Segment>(mine.segments, edit, (segment, each) => {
    const next = mergeFields(segment, each, isTaken);
    const text = findOtherText(segment, each, next);
    if (text !== undefined) otherTexts.push({ narrationId: undefined, lineId: segment.id, text });
    return next;
  });
  const own = mergeFields(mine, { before, after: { ...after, segments: before.segments } }, isTaken);
  const inOrder = segments.toSorted((one, other) => one.startMs - other.startMs);
  return { transcript: { ...own, segments: inOrder }, otherTexts };
}

/** Both sides made theirs anew, such as two transcripts of one video: together they would say everything twice. */
function areOthers<Each extends Part>(
  mine: readonly Each[],
  { before, after }: Edit<readonly Each[]>,
): boolean {
  const known = new Set([...before, ...mine].map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  return (
    mine.length > 0 &&
    after.length > 0 &&
    !mine.some(({ id }) => old.has(id)) &&
    !after.some(({ id }) => known.has(id))
  );
}

function mergeTerm<Each extends Term>(
  mine: Each,
  { before, after }: Edit<Each>,
  isTaken: () => boolean,
): Each {
  const merged = mergeFields(mine, { before, after }, isTaken);
  const mergeWords = (name: 'byLanguage' | 'pronunciation') =>
    mergeFields(mine[name], { before: before[name], after: after[name] }, isTaken);
  return { ...merged, byLanguage: mergeWords('byLanguage'), pronunciation: mergeWords('pronunciation') };
}

function identify(term: Term): Term & Part {
  return { id: term.term, ...term };
}

type Parts = 'cast' | 'glossary' | 'observations' | 'transcript';

function dropParts({
  cast: _cast,
  glossary: _glossary,
  observations: _observations,
  transcript: _transcript,
  ...others
}: ProjectHead): Omit<ProjectHead, Parts> {
  return others;
}

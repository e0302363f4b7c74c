import type { LanguageName } from '../languages.ts';
import { change } from './change.ts';
import type { Command } from './commands.ts';
import { type Edit, isSame, listEditedFields, type ProjectHead } from './find-changes.ts';
import type { CastMember, Project, Segment, Term, Transcript } from './project.ts';

type FieldWins = (field: string) => boolean;

/** A text that gave way to another one, because both were written at the same time. */
export interface OtherText {
  readonly text: string;
  /** Puts it in force; undefined for the prompt of the form. */
  readonly use: Command | undefined;
}

/** Decides where both sides changed a field. @param field `ID.NAME`, with the id of the line, narration or document */
export type Wins = (field: string) => boolean;

/**
 * A document with what was changed elsewhere beside its narrations: cast, glossary, observations and transcript part by part. A part
 * that was removed on one side and changed on the other stays.
 * @returns also the texts that gave way
 */
export function mergeHead(project: Project, { before, after }: Edit<ProjectHead>, wins: Wins) {
  const isTaken: FieldWins = field => wins(`${project.id}.${field}`);
  const { cast, glossary, observations } = project;
  const edit = { before: dropParts(before), after: dropParts(after) };
  const merged = mergeFields(project, edit, isTaken);
  const otherTexts: OtherText[] = findOtherTexts(project, edit, merged, {
    title: title => ({ type: 'renameProject', title }),
  });
  const mergeMember = (mine: CastMember, each: Edit<Partial<CastMember>>): CastMember => {
    const next = mergeFields(mine, each, () => isTaken('cast'));
    const use = (changes: Partial<CastMember>) =>
      ({ type: 'editMember', memberId: mine.id, changes }) as const;
    otherTexts.push(
      ...findOtherTexts(mine, each, next, { name: name => use({ name }), look: look => use({ look }) }),
    );
    return next;
  };
  const mergeOwnTerm = (mine: Term & Part, each: Edit<Partial<Term>>) => {
    const next = mergeTerm(mine, each, () => isTaken('glossary'));
    otherTexts.push(...findOtherWords(mine, each, next));
    return next;
  };
  const said = mergeTranscript(
    project.transcript,
    { before: before.transcript, after: after.transcript },
    () => isTaken('transcript'),
  );
  const editOf = <Name extends 'cast' | 'observations'>(name: Name) => ({
    before: before[name],
    after: after[name],
  });
  return {
    project: change<Project>(merged, {
      cast: mergeParts(cast, editOf('cast'), mergeMember),
      glossary: mergeParts(
        glossary.map(identify),
        { before: before.glossary.map(identify), after: after.glossary.map(identify) },
        mergeOwnTerm,
      ).map(({ id: _, ...term }) => term),
      // Nobody types them.
      observations: areOthers(observations, editOf('observations'))
        ? (isTaken('observations') ? after : project).observations
        : mergeParts(observations, editOf('observations'), (mine, each) =>
            mergeFields(mine, each, () => isTaken('observations')),
          ),
      transcript: said.transcript,
    }),
    otherTexts: [...otherTexts, ...said.otherTexts],
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

/** Of fields that both sides wrote, the texts that are not in force. @param uses puts such a text in force, by field */
export function findOtherTexts<Whole extends object, Field extends keyof Whole>(
  mine: Whole,
  { before, after }: Edit<Partial<Whole>>,
  merged: Whole,
  uses: { readonly [Each in Field]?: (text: string) => Command },
): OtherText[] {
  return (Object.keys(uses) as Field[]).flatMap(field => {
    const [own, theirs] = [mine[field], after[field]];
    if (own === before[field] || theirs === before[field] || own === theirs) return [];
    const text = String((merged[field] === theirs ? own : theirs) ?? '');
    return text.trim() === '' ? [] : [{ text, use: uses[field]?.(text) }];
  });
}

interface Part {
  readonly id: string;
}

/** In the order of `after`, so that machines that merge each other's lists end with the same one. */
function mergeParts<Each extends Part>(
  mine: readonly Each[],
  { before, after }: Edit<readonly Each[]>,
  merge: (mine: Each, edit: Edit<Partial<Each>>) => Each,
): readonly Each[] {
  if (isSame(before, after)) return mine;
  const old = new Map(before.map(part => [part.id, part]));
  const own = new Map(mine.map(part => [part.id, part]));
  const theirs = after.flatMap(part => {
    const [known, was] = [own.get(part.id), old.get(part.id)];
    own.delete(part.id);
    if (known) return merge(known, { before: was ?? {}, after: part });
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
  if (areOthers(mine.segments, edit)) {
    const [transcript, other] = isTaken() ? [after, mine] : [mine, after];
    const text = other.segments.map(segment => segment.text).join(' ');
    const use = { type: 'setTranscript', transcript: other, speakers: [] } as const;
    return { transcript, otherTexts: [{ text, use }] };
  }
  const otherTexts: OtherText[] = [];
  const segments = mergeParts<Segment>(mine.segments, edit, (segment, each) => {
    const next = mergeFields(segment, each, isTaken);
    const use = (text: string) => ({ type: 'editSegment', segmentId: segment.id, text }) as const;
    otherTexts.push(...findOtherTexts(segment, each, next, { text: use }));
    return next;
  });
  const [earlier, later] = [before, after].map(each => each && { ...each, segments: mine.segments });
  const own = mergeFields(mine, { before: earlier ?? {}, after: later ?? {} }, isTaken);
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

function mergeTerm<Each extends Term & Part>(
  mine: Each,
  { before, after }: Edit<Partial<Term>>,
  isTaken: () => boolean,
): Each {
  const merged = mergeFields(mine, { before, after }, isTaken);
  const mergeWords = (name: 'byLanguage' | 'pronunciation') =>
    mergeFields(mine[name], { before: before[name] ?? {}, after: after[name] ?? {} }, isTaken);
  return { ...merged, byLanguage: mergeWords('byLanguage'), pronunciation: mergeWords('pronunciation') };
}

function findOtherWords(mine: Term, { before, after }: Edit<Partial<Term>>, merged: Term): OtherText[] {
  return (['byLanguage', 'pronunciation'] as const).flatMap(part => {
    const languages = Object.keys(after[part] ?? {}) as LanguageName[];
    const uses = languages.map(language => {
      const use = (text: string): Command => ({ type: 'editTerm', term: mine.term, part, language, text });
      return [language, use] as const;
    });
    const edit = { before: before[part] ?? {}, after: after[part] ?? {} };
    return findOtherTexts(mine[part], edit, merged[part], Object.fromEntries(uses));
  });
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

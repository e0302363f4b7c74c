import type { LanguageName } from '../languages.ts';
import type { Command } from './commands.ts';
import {
  type Edit,
  findChanges,
  isSame,
  type LineChange,
  listAsNew,
  listChangedFields,
  listEditedFields,
  type NarrationChange,
  type NarrationHead,
  type ProjectChanges,
  type ProjectHead,
} from './find-changes.ts';
import { sortLines } from './narration-commands.ts';
import {
  type CastMember,
  change,
  keepSame,
  type Line,
  type Narration,
  orNone,
  type Project,
  type ProjectVideo,
  type Segment,
  type Term,
  type Transcript,
} from './project.ts';

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
  const merged = change<Project>(mergeFields(project, edit, isTaken), {
    video: mergeVideo(project.video, { before: before.video, after: after.video }, () => isTaken('video')),
  });
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
  const mergeTerm = (mine: Term & Part, each: Edit<Partial<Term>>) => {
    const mergeWords = (part: 'byLanguage' | 'pronunciation') => {
      const words = { before: each.before[part] ?? {}, after: each.after[part] ?? {} };
      const next = mergeFields(mine[part], words, () => isTaken('glossary'));
      const uses = (Object.keys(words.after) as LanguageName[]).map(language => {
        const use = (text: string): Command => ({ type: 'editTerm', term: mine.term, part, language, text });
        return [language, use] as const;
      });
      otherTexts.push(...findOtherTexts(mine[part], words, next, Object.fromEntries(uses)));
      return next;
    };
    const byLanguage = mergeWords('byLanguage');
    const merged = mergeFields(mine, each, () => isTaken('glossary'));
    return { ...merged, byLanguage, pronunciation: mergeWords('pronunciation') };
  };
  const editOf = <Name extends 'cast' | 'observations' | 'transcript'>(name: Name) => {
    return { before: before[name], after: after[name] };
  };
  const said = mergeTranscript(project.transcript, editOf('transcript'), () => isTaken('transcript'));
  return {
    project: change<Project>(merged, {
      cast: mergeParts(cast, editOf('cast'), mergeMember),
      glossary: mergeParts(
        glossary.map(identify),
        { before: before.glossary.map(identify), after: after.glossary.map(identify) },
        mergeTerm,
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

/** Of two changes the one to another file counts: the other one only says more of the file before. */
function mergeVideo(
  mine: ProjectVideo | undefined,
  { before, after }: Edit<ProjectVideo | undefined>,
  isTaken: () => boolean,
): ProjectVideo | undefined {
  const isOther = (video: ProjectVideo | undefined) => video?.fingerprint !== before?.fingerprint;
  if (isOther(mine) !== isOther(after)) return isOther(after) ? after : mine;
  if (mine && after && mine.fingerprint === after.fingerprint)
    return mergeFields(mine, { before: before ?? {}, after }, isTaken);
  return isSame(mine, before) || (!isSame(after, before) && isTaken()) ? after : mine;
}

/** Of fields that both sides wrote, the texts that are not in force. @param uses puts such a text in force, by field */
function findOtherTexts<Whole extends object, Field extends keyof Whole>(
  mine: Whole,
  { before, after }: Edit<Partial<Whole>>,
  merged: Whole,
  uses: { readonly [Each in Field]?: ((text: string) => Command) | undefined },
): OtherText[] {
  return (Object.keys(uses) as Field[]).flatMap(field => {
    const [own, theirs] = [mine[field], after[field]];
    if (own === before[field] || theirs === before[field] || own === theirs) return [];
    const text = String((merged[field] === theirs ? own : theirs) ?? '');
    return text.trim() === '' ? [] : [{ text, use: uses[field]?.(text) }];
  });
}

type Part = { readonly id: string };

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
  if (!mine || !after) return { transcript: isSame(mine, before) ? after : (mine ?? after), otherTexts: [] };
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
function areOthers<Each extends Part>(mine: readonly Each[], { before, after }: Edit<readonly Each[]>) {
  const known = new Set([...before, ...mine].map(({ id }) => id));
  const old = new Set(before.map(({ id }) => id));
  return (
    mine.length > 0 &&
    after.length > 0 &&
    !mine.some(({ id }) => old.has(id)) &&
    !after.some(({ id }) => known.has(id))
  );
}

function identify(term: Term): Term & Part {
  return { id: term.term, ...term };
}

function dropParts(head: ProjectHead) {
  const { cast: _, glossary: __, observations: ___, transcript: ____, video: _____, ...others } = head;
  return others;
}

interface Merged {
  readonly project: Project;
  /** The texts that gave way. */
  readonly otherTexts: readonly OtherText[];
}

/**
 * A document with what was changed elsewhere: line by line, field by field. Where both sides changed a field, or no state before is
 * known, `wins` says whether the change from elsewhere is in force. A line or narration that was removed on one side and changed on
 * the other stays.
 * @param addsLines else lines that only the other side has are among the texts that gave way
 */
export function mergeChanges(
  project: Project,
  { head, narrations }: ProjectChanges,
  wins: Wins,
  addsLines = true,
): Merged {
  const merged = mergeNarrations(project.narrations, narrations, wins, addsLines);
  const own = head ? mergeHead(project, head, wins) : { project, otherTexts: [] };
  return {
    project: { ...own.project, narrations: merged.narrations },
    otherTexts: [...own.otherTexts, ...merged.otherTexts],
  };
}

/** What is known of the states that two documents come from. */
export interface Known {
  /** The first is the last one that both sides surely had. */
  readonly documents: readonly Project[];
  /** Theirs comes from one of them. */
  readonly isCertain: boolean;
}

/**
 * Two documents of one project: what was typed in either is in the result, or among the texts that gave way. Mine is in force, except
 * where nothing was changed here since the last known state and theirs is newer.
 */
export function mergeDocuments({ documents, isCertain }: Known, mine: Project, theirs: Project): Merged {
  const [last] = documents;
  const known = documents.length > 0 ? documents : [forget(theirs)];
  const base = agree(known, theirs, isCertain) as Project;
  if (!findChanges(base, mine)) return { project: theirs, otherTexts: [] };
  const changes = findChanges(base, theirs);
  if (!changes) return { project: mine, otherTexts: [] };
  const removed = new Set(base.narrations.map(({ id }) => id));
  for (const { id } of mine.narrations) removed.delete(id);
  // One that was removed here and changed there stays, as a whole.
  const narrations = changes.narrations.map(changed => {
    if (!removed.has(changed.id) || changed.whole) return changed;
    const after = theirs.narrations.find(({ id }) => id === changed.id);
    return { ...changed, whole: { before: undefined, after } };
  });
  const isNewer = theirs.updatedAt > (last ?? mine).updatedAt;
  const own = last && findChanges(last, mine);
  const ownFields = new Set(own && listChangedFields(mine.id, own));
  const wins: Wins = field => !isCertain && isNewer && last !== undefined && !ownFields.has(field);
  return mergeChanges(mine, { ...changes, narrations }, wins, isCertain || isNewer);
}

/** A document of which nothing is known. */
export function forget({ id }: Project): Project {
  return { id, observations: [], cast: [], glossary: [], narrations: [] } as Partial<Project> as Project;
}

/**
 * The state before, part by part, of what may have been it: undefined where that is not sure. Where theirs is one of them, it was
 * not changed there.
 */
function agree(known: readonly unknown[], theirs: unknown, isCertain: boolean): unknown {
  if (isCertain && known.every(each => isSame(each, known[0]))) return known[0];
  if (known.some(each => isSame(each, theirs))) return theirs;
  if (known.every(each => each === undefined)) return undefined;
  if (Array.isArray(theirs)) {
    const lists = [...known, theirs].map(listParts);
    const ids = [...new Set(lists.flatMap(list => [...list.keys()]))];
    const own = lists.pop();
    const listBefore = (id: unknown) => lists.map(list => list.get(id));
    return ids.flatMap(id => agree(listBefore(id), own?.get(id), isCertain) ?? []);
  }
  if (typeof theirs !== 'object' || theirs === null) return undefined;
  const all = known.map(each => each as Record<string, unknown> | undefined);
  const settle = (name: string, value: unknown) => {
    const before = all.map(each => each?.[name]);
    return name === 'id' ? value : agree(before, value, isCertain);
  };
  return Object.fromEntries(Object.entries(theirs).map(([name, value]) => [name, settle(name, value)]));
}

/** By their ids; of a glossary by the terms. */
function listParts(parts: unknown): ReadonlyMap<unknown, unknown> {
  if (!Array.isArray(parts)) return new Map();
  return new Map(parts.map(part => [part?.id ?? part?.term, part]));
}

/** The same for the narrations alone, as they are kept for Undo. */
export function mergeNarrations(
  narrations: readonly Narration[],
  changes: readonly NarrationChange[],
  wins: Wins,
  addsLines = true,
): Pick<Project, 'narrations'> & Pick<Merged, 'otherTexts'> {
  const otherTexts: OtherText[] = [];
  let merged = narrations;
  for (const { whole, ...change } of changes) {
    const at = merged.findIndex(({ id }) => id === change.id);
    const mine = merged[at];
    if (!mine) merged = addNarration(merged, whole?.after);
    else if (whole && !whole.after) {
      if (isSame(mine, whole.before)) merged = merged.toSpliced(at, 1);
    } else {
      for (const edit of whole?.after ? listAsNew(whole.after) : [change]) {
        const result = mergeNarration(mine, edit, wins, addsLines);
        merged = merged.with(at, result.narration);
        otherTexts.push(...result.otherTexts);
      }
    }
  }
  return { narrations: merged, otherTexts };
}

/** In the order in which they were made. */
function addNarration(narrations: readonly Narration[], added: Narration | undefined): readonly Narration[] {
  if (!added) return narrations;
  const later = narrations.findIndex(({ createdAt }) => createdAt > added.createdAt);
  return narrations.toSpliced(later < 0 ? narrations.length : later, 0, added);
}

function mergeNarration(
  mine: Narration,
  { head, lines }: NarrationChange,
  wins: Wins,
  addsLines: boolean,
): { readonly narration: Narration; readonly otherTexts: readonly OtherText[] } {
  const narrationId = mine.id;
  const own = head ? mergeNarrationHead(mine, head, field => wins(`${narrationId}.${field}`)) : mine;
  const otherTexts: OtherText[] = head
    ? findOtherTexts(mine, head, own, {
        name: name => ({ type: 'renameNarration', narrationId, name }),
        prompt: prompt => ({ type: 'changeNarration', narrationId, changes: { prompt } }),
      })
    : [];
  let merged = mine.lines;
  let { cutLines } = own;
  for (const change of lines) {
    const { id: lineId, before, after } = change;
    const at = merged.findIndex(({ id }) => id === lineId);
    const line = merged[at];
    const cut = cutLines?.find(({ id }) => id === lineId);
    const wasCut = head?.before.cutLines?.some(({ id }) => id === lineId);
    // Its scene went on one side: what the other side changed goes with it.
    if (cut && !wasCut && (line ? !after : after)) {
      const edit: Edit<Partial<Line>> = { before: before ?? {}, after: line ?? after ?? {} };
      const next = mergeFields(cut, edit, field => wins(`${lineId}.${field}`));
      otherTexts.push(...findOtherTexts(cut, edit, next, { text: undefined, before: undefined }));
      cutLines = cutLines?.map(each => (each === cut ? next : each));
      merged = merged.filter(each => each !== line);
    } else if (!line && after && !addsLines) {
      const { startMs } = after;
      for (const text of [after.text, after.before ?? ''].filter(each => each.trim() !== ''))
        otherTexts.push({ text, use: { type: 'addLine', narrationId, newId: lineId, startMs, text } });
    } else if (!line) merged = insertLine(merged, change);
    else if (!after) {
      if (isSame(line, before)) merged = merged.toSpliced(at, 1);
    } else {
      const edit: Edit<Partial<Line>> = { before: before ?? {}, after };
      const next = mergeFields(line, edit, field => wins(`${lineId}.${field}`));
      merged = merged.with(at, next);
      const use = (text: string) => ({ type: 'editText', narrationId, lineId, text }) as const;
      otherTexts.push(...findOtherTexts(line, edit, next, { text: use, before: use }));
    }
  }
  // One that was put back is a line again.
  const ids = new Set(merged.map(({ id }) => id));
  const left = cutLines?.filter(({ id }) => !ids.has(id));
  const narration = change<Narration>(own, {
    lines: sortLines(own, merged),
    cutLines: left && orNone(keepSame(cutLines ?? [], left)),
  });
  return { narration, otherTexts };
}

/** Its own fields; the lines of removed parts one by one. */
function mergeNarrationHead(mine: Narration, { before, after }: Edit<NarrationHead>, isTaken: FieldWins) {
  const [old, now] = [before, after].map(({ cutLines: _, ...others }) => others);
  const edit = { before: before.cutLines ?? [], after: after.cutLines ?? [] };
  const cutLines = mergeParts<Line>(mine.cutLines ?? [], edit, (line, each) =>
    mergeFields(line, each, () => isTaken('cutLines')),
  );
  return change<Narration>(mergeFields(mine, { before: old ?? {}, after: now ?? {} }, isTaken), { cutLines });
}

function insertLine(lines: readonly Line[], { after, previousId }: LineChange): readonly Line[] {
  if (!after) return lines;
  const previous = lines.findIndex(({ id }) => id === previousId);
  if (previous < 0 && previousId !== undefined) return [...lines, after];
  return lines.toSpliced(previous + 1, 0, after);
}

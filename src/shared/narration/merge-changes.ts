import {
  type Edit,
  findChanges,
  isSame,
  type LineChange,
  listAsNew,
  listChangedFields,
  type NarrationChange,
  type ProjectChanges,
} from './find-changes.ts';
import { sortLines } from './follow-originals.ts';
import { findOtherTexts, mergeFields, mergeHead, type OtherText, type Wins } from './merge-head.ts';
import type { Line, Narration, Project } from './project.ts';

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
  const narrations = changes.narrations.map(changed =>
    removed.has(changed.id) && !changed.whole
      ? {
          ...changed,
          whole: { before: undefined, after: theirs.narrations.find(({ id }) => id === changed.id) },
        }
      : changed,
  );
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
    return ids.flatMap(
      id =>
        agree(
          lists.map(list => list.get(id)),
          own?.get(id),
          isCertain,
        ) ?? [],
    );
  }
  if (typeof theirs !== 'object' || theirs === null) return undefined;
  const all = known.map(each => each as Record<string, unknown> | undefined);
  const fields = Object.entries(theirs).map(([name, value]) => [
    name,
    name === 'id'
      ? value
      : agree(
          all.map(each => each?.[name]),
          value,
          isCertain,
        ),
  ]);
  return Object.fromEntries(fields);
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
): { readonly narrations: readonly Narration[]; readonly otherTexts: readonly OtherText[] } {
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
  const own = head ? mergeFields(mine, head, field => wins(`${narrationId}.${field}`)) : mine;
  const otherTexts: OtherText[] = head
    ? findOtherTexts(mine, head, own, {
        name: name => ({ type: 'renameNarration', narrationId, name }),
        prompt: prompt => ({ type: 'changeNarration', narrationId, changes: { prompt } }),
      })
    : [];
  let merged = mine.lines;
  for (const change of lines) {
    const { id: lineId, before, after } = change;
    const at = merged.findIndex(({ id }) => id === lineId);
    const line = merged[at];
    if (!line && after && !addsLines) {
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
  return { narration: { ...own, lines: sortLines(own, merged) }, otherTexts };
}

function insertLine(lines: readonly Line[], { after, previousId }: LineChange): readonly Line[] {
  if (!after) return lines;
  const previous = lines.findIndex(({ id }) => id === previousId);
  if (previous < 0 && previousId !== undefined) return [...lines, after];
  return lines.toSpliced(previous + 1, 0, after);
}

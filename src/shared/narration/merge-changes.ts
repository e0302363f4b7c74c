import {
  type Edit,
  findChanges,
  isSame,
  type LineChange,
  type NarrationChange,
  type ProjectChanges,
} from './find-changes.ts';
import { sortLines } from './follow-originals.ts';
import { findOtherText, mergeFields, mergeHead, type OtherText, type Wins } from './merge-head.ts';
import type { Line, Narration, Project } from './project.ts';

/**
 * A document with what was changed elsewhere: line by line, field by field. Where both sides changed a field, `wins` says whether
 * the change from elsewhere is in force. A line or narration that was removed on one side and changed on the other stays.
 * @returns the document, and the texts that gave way
 */
export function mergeChanges(
  project: Project,
  { head, narrations }: ProjectChanges,
  wins: Wins,
): { readonly project: Project; readonly otherTexts: readonly OtherText[] } {
  const merged = mergeNarrations(project.narrations, narrations, wins);
  const own = head ? mergeHead(project, head, wins) : { project, otherTexts: [] };
  return {
    project: { ...own.project, narrations: merged.narrations },
    otherTexts: [...own.otherTexts, ...merged.otherTexts],
  };
}

/**
 * Two documents that come from the same one: what was typed in either is in the result, or among the texts that gave way.
 * @param base what both come from
 */
export function mergeDocuments(
  { base, mine, theirs }: { readonly base: Project; readonly mine: Project; readonly theirs: Project },
  wins: Wins,
): ReturnType<typeof mergeChanges> {
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
  return mergeChanges(mine, { ...changes, narrations }, wins);
}

/** The same for the narrations alone, as they are kept for Undo. */
export function mergeNarrations(
  narrations: readonly Narration[],
  changes: readonly NarrationChange[],
  wins: Wins,
): { readonly narrations: readonly Narration[]; readonly otherTexts: readonly OtherText[] } {
  const otherTexts: OtherText[] = [];
  let merged = narrations;
  for (const change of changes) {
    const at = merged.findIndex(({ id }) => id === change.id);
    const mine = merged[at];
    if (!mine) merged = addNarration(merged, change.whole?.after);
    else if (change.whole) {
      const isRemoved = !change.whole.after && isSame(mine, change.whole.before);
      if (isRemoved) merged = merged.toSpliced(at, 1);
    } else {
      const result = mergeNarration(mine, change, wins);
      merged = merged.with(at, result.narration);
      otherTexts.push(...result.otherTexts);
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

function mergeNarration(mine: Narration, { head, lines }: NarrationChange, wins: Wins) {
  const own = head ? mergeFields(mine, head, field => wins(`${mine.id}.${field}`)) : mine;
  const otherTexts: OtherText[] = [];
  let merged = mine.lines;
  for (const change of lines) {
    const at = merged.findIndex(({ id }) => id === change.id);
    const line = merged[at];
    if (!line) merged = insertLine(merged, change);
    else if (!change.after) {
      if (isSame(line, change.before)) merged = merged.toSpliced(at, 1);
    } else {
      const edit: Edit<Line> = { before: change.before ?? line, after: change.after };
      const next = mergeFields(line, edit, field => wins(`${line.id}.${field}`));
      merged = merged.with(at, next);
      const text = findOtherText(line, edit, next);
      if (text !== undefined) otherTexts.push({ narrationId: mine.id, lineId: line.id, text });
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

import type { Line, Narration, Project } from './project.ts';

/** A part before and after a change; undefined where there is none. */
export type Change<Part> = { readonly before: Part | undefined; readonly after: Part | undefined };

/** A part that was there before and still is. */
export type Edit<Part> = { readonly before: Part; readonly after: Part };

export interface LineChange extends Change<Line> {
  readonly id: string;
  /** The line before it; undefined for the first. */
  readonly previousId: string | undefined;
}

export type NarrationHead = Omit<Narration, 'lines'>;
export type ProjectHead = Omit<Project, 'narrations' | 'revision' | 'updatedAt'>;

export interface NarrationChange {
  readonly id: string;
  /** Of one that was added or removed. */
  readonly whole?: Change<Narration>;
  /** Of its own fields. */
  readonly head?: Edit<NarrationHead>;
  readonly lines: readonly LineChange[];
}

/** What differs between two states of a document, to be merged into a third one. */
export interface ProjectChanges {
  readonly head?: Edit<ProjectHead>;
  readonly narrations: readonly NarrationChange[];
}

/** What differs between two states of a document; undefined where nothing does. Parts that they share are not looked into. */
export function findChanges(before: Project, after: Project): ProjectChanges | undefined {
  if (before === after) return undefined;
  const head = findEdit(dropNarrations(before), dropNarrations(after));
  const narrations = findNarrationChanges(before.narrations, after.narrations);
  if (!head && narrations.length === 0) return undefined;
  return { ...(head && { head }), narrations };
}

/** The fields that changed, as `ID.NAME`: see `mergeChanges`. Not of parts that were added or removed. */
export function listChangedFields(projectId: string, { head, narrations }: ProjectChanges): string[] {
  return [
    ...(head ? listFields(projectId, head) : []),
    ...narrations.flatMap(narration => [
      ...(narration.head ? listFields(narration.id, narration.head) : []),
      ...narration.lines.flatMap(({ id, before, after }) =>
        before && after ? listFields(id, { before, after }) : [],
      ),
    ]),
  ];
}

function listFields<Part extends object>(id: string, edit: Edit<Part>): string[] {
  return listEditedFields(edit).map(field => `${id}.${String(field)}`);
}

export function listEditedFields<Part extends object>({ before, after }: Edit<Part>): (keyof Part)[] {
  const fields = Object.keys({ ...before, ...after }) as (keyof Part)[];
  return fields.filter(field => !isSame(before[field], after[field]));
}

/** A narration of which no state before is known. */
export function listAsNew(narration: Narration): readonly NarrationChange[] {
  const { id } = narration;
  return findNarrationChanges([{ id, lines: [] } as Partial<Narration> as Narration], [narration]);
}

function findNarrationChanges(before: readonly Narration[], after: readonly Narration[]) {
  return pairParts(before, after).flatMap(({ id, ...whole }): NarrationChange[] => {
    const { before: old, after: narration } = whole;
    if (!old || !narration) return [{ id, whole, lines: [] }];
    const head = findEdit(dropLines(old), dropLines(narration));
    const lines = findLineChanges(old.lines, narration.lines);
    return head || lines.length > 0 ? [{ id, ...(head && { head }), lines }] : [];
  });
}

function findLineChanges(before: readonly Line[], after: readonly Line[]): readonly LineChange[] {
  return pairParts(before, after)
    .filter(pair => !isSame(pair.before, pair.after))
    .map(pair => {
      const at = pair.after ? after.indexOf(pair.after) : 0;
      return { ...pair, previousId: after[at - 1]?.id };
    });
}

/** Parts by their ids, without those that both lists share: first those of the later list, then those that are gone. */
function pairParts<Part extends { readonly id: string }>(before: readonly Part[], after: readonly Part[]) {
  if (before === after) return [];
  const old = new Map(before.map(part => [part.id, part]));
  const pairs = after.map((part): Change<Part> & { readonly id: string } => {
    const { id } = part;
    const known = old.get(id);
    old.delete(id);
    return { id, before: known, after: part };
  });
  const removed = [...old.values()].map(part => ({ id: part.id, before: part, after: undefined }));
  return [...pairs, ...removed].filter(pair => pair.before !== pair.after);
}

function findEdit<Part>(before: Part, after: Part): Edit<Part> | undefined {
  return isSame(before, after) ? undefined : { before, after };
}

function dropNarrations({ narrations: _, revision: __, updatedAt: ___, ...head }: Project): ProjectHead {
  return head;
}

function dropLines({ lines: _, ...head }: Narration): NarrationHead {
  return head;
}

/** Whether two values of a document are equal, also after one came from elsewhere. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(sortFields(one)) === JSON.stringify(sortFields(other));
}

function sortFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortFields);
  const fields = Object.entries(value).map(([name, field]): [string, unknown] => [name, sortFields(field)]);
  return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
}

import type { Line, Narration, Project } from './project.ts';

/** A part before and after a change; undefined where there is none. */
export interface Change<Part> {
  readonly before: Part | undefined;
  readonly after: Part | undefined;
}

/** A part that was there before and still is. */
export interface Edit<Part> {
  readonly before: Part;
  readonly after: Part;
}

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

/** The names of fields that an edit changed. */
export function listEditedFields<Part extends object>({ before, after }: Edit<Part>): (keyof Part)[] {
  const fields = Object.keys({ ...before, ...after }) as (keyof Part)[];
  return fields.filter(field => !isSame(before[field], after[field]));
}

function findNarrationChanges(
  before: readonly Narration[],
  after: readonly Narration[],
): readonly NarrationChange[] {
  if (before === after) return [];
  const old = new Map(before.map(narration => [narration.id, narration]));
  const changes = after.flatMap((narration): NarrationChange[] => {
    const known = old.get(narration.id);
    old.delete(narration.id);
    if (!known) return [{ id: narration.id, whole: { before: undefined, after: narration }, lines: [] }];
    if (known === narration) return [];
    const head = findEdit(dropLines(known), dropLines(narration));
    const lines = findLineChanges(known.lines, narration.lines);
    return head || lines.length > 0 ? [{ id: narration.id, ...(head && { head }), lines }] : [];
  });
  const removed = [...old.values()].map(
    (narration): NarrationChange => ({
      id: narration.id,
      whole: { before: narration, after: undefined },
      lines: [],
    }),
  );
  return [...changes, ...removed];
}

function findLineChanges(before: readonly Line[], after: readonly Line[]): readonly LineChange[] {
  if (before === after) return [];
  const old = new Map(before.map(line => [line.id, line]));
  const changes = after.flatMap((line, at): LineChange[] => {
    const known = old.get(line.id);
    old.delete(line.id);
    if (known && isSame(known, line)) return [];
    return [{ id: line.id, before: known, after: line, previousId: after[at - 1]?.id }];
  });
  const removed = [...old.values()].map(
    (line): LineChange => ({ id: line.id, before: line, after: undefined, previousId: undefined }),
  );
  return [...changes, ...removed];
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

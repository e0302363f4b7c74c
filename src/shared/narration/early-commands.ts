import { change, mapKeeping } from './change.ts';
import { followOriginals } from './follow-originals.ts';
import { createId, type Line, type LineOrigin, type Narration, type Project } from './project.ts';
import { replaceLines, replaceText, type WrittenLine } from './replace-lines.ts';

/** What the page needs from its beginning on; `commands.ts` has all commands. */
export type EarlyCommand =
  | { readonly type: 'addNarration'; readonly narration: Narration }
  | ({ readonly narrationId: string } & (
      | {
          readonly type: 'changeNarration';
          readonly changes: Partial<Omit<Narration, 'id' | 'lines' | 'createdAt'>>;
        }
      /** From a writer or a file; a line that is still there keeps its id, lock and delivery. */
      | { readonly type: 'replaceLines'; readonly lines: readonly WrittenLine[] }
      /** The rows of a continuous script, as they are typed or written. */
      | { readonly type: 'replaceText'; readonly text: string; readonly origin?: LineOrigin | undefined }
    ));

/** The document after one of these commands: see `apply`. */
export function applyEarly(
  project: Project,
  command: EarlyCommand,
  makeId: () => string = createId,
): Project {
  return followOriginals(project, run(project, command, makeId));
}

function run(project: Project, command: EarlyCommand, makeId: () => string): Project {
  if (command.type === 'addNarration') return addNarration(project, command.narration);
  return mapNarration(project, command.narrationId, narration => {
    const { lines } = narration;
    switch (command.type) {
      case 'changeNarration':
        return change<Narration>(narration, command.changes);
      case 'replaceLines':
        return withLines(narration, replaceLines(lines, command.lines, project.cast, makeId));
      case 'replaceText':
        return withLines(narration, replaceText(lines, command, project.cast, makeId));
    }
  });
}

/** What a person confirmed is of texts and times as they were, and what was accepted of a line is of its text. */
export function withLines(narration: Narration, changed: readonly Line[]): Narration {
  const { review, lines: before } = narration;
  const isKept = ({ id, text }: Line) => before.some(line => line.id === id && line.text === text);
  const lines = mapKeeping(changed, line =>
    line.accepted && !isKept(line) ? change(line, { accepted: undefined }) : line,
  );
  const isSame =
    lines.length === before.length &&
    lines.every(({ text, startMs }, at) => text === before[at]?.text && startMs === before[at]?.startMs);
  return change(narration, { lines, review: isSame ? review : review && { ...review, confirmed: [] } });
}

export function addNarration(project: Project, narration: Narration): Project {
  if (project.narrations.some(({ id }) => id === narration.id)) return project;
  return { ...project, narrations: [...project.narrations, narration] };
}

export function mapNarration(
  project: Project,
  id: string,
  map: (narration: Narration) => Narration,
): Project {
  const narrations = mapKeeping(project.narrations, each => (each.id === id ? map(each) : each));
  return change(project, { narrations });
}

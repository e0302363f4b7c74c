import { nameRoles } from '#shared/narration/find-roles.ts';
import { isTimed } from '#shared/narration/project.ts';
import { printSaid } from '#shared/narration/roles.ts';
import type { EditorStore } from '../store/editor-state.ts';
import { runLate, runOnNarration } from '../store/run-late.ts';
import { getNarration } from '../store/select.ts';

/** Makes roles of the names with which lines of the narration begin that is shown; one Undo takes them back into the text. */
export function takeRoles(store: EditorStore): void {
  const { project } = store.getState();
  const narration = getNarration(store.getState());
  if (!narration) return;
  const { lines } = narration;
  const { added, rows } = nameRoles(
    lines.map(line => printSaid(line, project.cast)),
    project.cast,
  );
  const group = `roles ${performance.now()}`;
  for (const member of added) runLate(store, { type: 'addMember', member }, { group });
  if (isTimed(narration)) {
    const named = lines.map(({ id, startMs, origin }, at) => ({ id, startMs, origin, text: rows[at] ?? '' }));
    runOnNarration(store, { type: 'replaceLines', lines: named }, { group });
  } else runOnNarration(store, { type: 'replaceText', text: rows.join('\n') }, { group });
}

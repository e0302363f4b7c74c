import { defaultVoice } from '#shared/defaults.ts';
import { nameRoles } from '#shared/narration/find-roles.ts';
import { hash } from '#shared/narration/fingerprint.ts';
import { isTimed, printSaid } from '#shared/narration/project.ts';
import { keepItem, readItem } from '../../../lib/browser-storage.ts';
import { type Editor, getVoice } from '../model/editor.ts';
import { runLate, runOnNarration } from '../model/run-late.ts';
import { getNarration } from '../model/select.ts';

interface Taking {
  /** Roles however often their names occur. */
  readonly sure?: readonly string[];
  /** Sounds are left out, too. */
  readonly isSubtitles?: boolean;
  /** Nobody asked for it: what was taken once and undone stays as it is. */
  readonly isAutomatic?: boolean;
}

const takenKey = 'benshi.roles-taken';
/** Hashes of the names that were made roles in this tab, each with the id of its project: no name outlives a logout. */
const taken = new Set(readItem(takenKey, 'sessionStorage')?.split('\n'));

/** Makes roles of the names with which lines of the narration begin that is shown, and tells it; one Undo takes them back into the text. */
export function takeRoles(editor: Editor, { sure, isSubtitles, isAutomatic }: Taking = {}): void {
  const { store } = editor;
  const { project } = store.getState();
  const narration = getNarration(store.getState());
  if (!narration) return;
  const hasTimes = isTimed(narration);
  const written = narration.lines.map(line => printSaid(line, project.cast));
  const naming = { sure, isSubtitles, hasTimes, voice: getVoice(editor) ?? defaultVoice };
  const { added, rows, told } = nameRoles(written, project.cast, naming);
  const keys = added.map(({ name }) => String(hash(new TextEncoder().encode(`${project.id} ${name}`))));
  const isSame =
    added.length === 0 && rows.length === written.length && rows.every((row, at) => row === written[at]);
  if (isSame || (isAutomatic && (keys.length === 0 || keys.some(key => taken.has(key))))) return;
  for (const key of keys) taken.add(key);
  keepItem(takenKey, [...taken].join('\n'), 'sessionStorage');
  const group = `roles ${performance.now()}`;
  for (const member of added) runLate(store, { type: 'addMember', member }, { group });
  const lines = narration.lines
    .map(({ id, startMs, origin }, at) => ({ id, startMs, origin, text: rows[at] ?? '' }))
    .filter((line, at) => line.text !== '' || written[at] === '');
  if (hasTimes) runOnNarration(store, { type: 'replaceLines', lines }, { group });
  else runOnNarration(store, { type: 'replaceText', text: rows.join('\n') }, { group });
  store.setState(({ past }) => ({ rolesTaken: { message: told, step: past.at(-1) } }));
}

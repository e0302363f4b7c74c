import { castMessages } from '#shared/messages/cast.ts';
import { t } from '#shared/messages/message.ts';
import { ownScriptMessages } from '#shared/messages/own-script.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { nameScript } from '#shared/narration/find-roles.ts';
import type { OwnScript } from '#shared/narration/formats/read-own-script.ts';
import { isTimedScript } from '#shared/narration/timed-text.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { reopenVideo } from '../setup/choose-video.ts';
import { isProjectFile } from '../setup/script-file.ts';
import { importProject } from '../storage/project-file.ts';
import type { Editor } from '../store/editor.ts';
import type { EditorStore } from '../store/editor-state.ts';
import { runLateUnremembered } from '../store/run-late.ts';
import { getNarration, getText } from '../store/select.ts';
import { typeScript } from '../store/type-text.ts';

const loadReader = () =>
  loadChunk('script reader', () => import('#shared/narration/formats/read-own-script.ts'));

/**
 * Opens a script or subtitles from a file in the place of the script; one Undo brings that back. A project is opened as a whole.
 * @returns what to say of it
 * @throws {CodedError} when there is no script in it
 */
export async function openScript(editor: Editor, file: File): Promise<string> {
  const { name, size } = file;
  if (isProjectFile(file)) {
    await importProject(editor, file, video => reopenVideo(editor, video));
    return t(studioMessages.projectOpened, { name });
  }
  const { store } = editor;
  const { readOwnScript } = await loadReader();
  const read = async () => new Uint8Array(await file.arrayBuffer());
  const own = await readOwnScript({ size, read }, `“${name}”`, ...getLengths(editor));
  const found = takeScript(store, own);
  const count = own.timedLines;
  const opened =
    count === 0
      ? t(studioMessages.scriptOpened, { name })
      : t(studioMessages.timedScriptOpened, { name, count });
  return [opened, found].filter(Boolean).join(' ');
}

/**
 * Makes lines with times of subtitles that were pasted as a script.
 * @returns what to say of it; undefined where there are no subtitles
 * @throws {CodedError} when they are too long
 */
export async function convertSubtitles(editor: Editor): Promise<string | undefined> {
  const { store } = editor;
  const narration = getNarration(store.getState());
  if (!narration) return undefined;
  const { readOwnText } = await loadReader();
  const own: OwnScript | undefined = readOwnText(getText(narration), ...getLengths(editor));
  if (!own || !isTimedScript(own.script)) return undefined;
  const found = takeScript(store, own);
  return [t(studioMessages.converted, { count: own.timedLines }), found].filter(Boolean).join(' ');
}

const getLengths = ({ store, getLimits }: Editor) =>
  [getLimits().maxSeconds, store.getState().video?.facts.durationSeconds] as const;

/** Takes a script and the roles in it. @returns what to say of them */
function takeScript(store: EditorStore, own: OwnScript): string {
  const { added, script } = nameScript(own.script, store.getState().project.cast, own.roles);
  for (const member of added) runLateUnremembered(store, { type: 'addMember', member });
  typeScript(store, script);
  const names = added.map(({ name }) => name).join(', ');
  return [
    own.offsetHours > 0 && t(ownScriptMessages.startsLate, { count: own.offsetHours }),
    names && t(castMessages.rolesFound, { names }),
  ]
    .filter(Boolean)
    .join(' ');
}

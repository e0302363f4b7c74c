import { t } from '#shared/messages/message.ts';
import { ownScriptMessages } from '#shared/messages/own-script.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { type OwnScript, readOwnScript, readOwnText } from '#shared/narration/formats/read-own-script.ts';
import { takeRoles } from '../jobs/speak.ts';
import { importProject } from '../keep/kept-projects.ts';
import { typeScript } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { getLines, getNarration, getText, hasTimes } from '../model/select.ts';
import { reopenVideo } from '../start/choose-video.ts';
import { isProjectFile } from '../start/dropped.ts';

/** One Undo brings back what was there; a project is opened as a whole. @returns what to say of it @throws {CodedError} without a script */
export async function openScript(editor: Editor, file: File): Promise<string> {
  const { name, size } = file;
  if (isProjectFile(file)) {
    await importProject(editor, file, video => reopenVideo(editor, video));
    return t(studioMessages.projectOpened, { name });
  }
  const read = async () => new Uint8Array(await file.arrayBuffer());
  const own = await readOwnScript({ size, read }, `“${name}”`, ...getLengths(editor));
  const late = takeScript(editor, own);
  const count = own.timedLines === 0 ? 0 : countLines(editor);
  const opened =
    count === 0
      ? t(studioMessages.scriptOpened, { name })
      : t(studioMessages.timedScriptOpened, { name, count });
  return opened + late;
}

/**
 * Makes lines and roles of a pasted transcript. @param pasted undefined for what was pasted before
 * @returns what to say of it; undefined where there are no times @throws {CodedError} when they are too long or wrong
 */
export function convertSubtitles(editor: Editor, pasted?: string): string | undefined {
  const state = editor.store.getState();
  const narration = getNarration(state);
  const text = hasTimes(state) || !narration ? pasted : getText(narration);
  const own = text === undefined ? undefined : readOwnText(text, ...getLengths(editor));
  if (!own?.isSubtitles || hasTimes(state)) {
    if (pasted !== undefined) takeRoles(editor, { isAutomatic: true });
    return undefined;
  }
  const late = takeScript(editor, own);
  return t(studioMessages.converted, { count: countLines(editor) }) + late;
}

const countLines = ({ store }: Editor) => getLines(store.getState()).length;

const getLengths = ({ store, getLimits }: Editor) =>
  [getLimits().maxSeconds, store.getState().video?.facts.durationSeconds] as const;

/** Takes a script, and as a step of its own the roles in it. @returns what to say of its times */
function takeScript(editor: Editor, { script, roles: sure, isSubtitles, offsetHours }: OwnScript): string {
  typeScript(editor.store, script);
  takeRoles(editor, { sure, isSubtitles });
  return offsetHours > 0 ? ` ${t(ownScriptMessages.startsLate, { count: offsetHours })}` : '';
}

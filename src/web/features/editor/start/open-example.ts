import { defaultVoice } from '#shared/defaults.ts';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { promptExampleMessages } from '#shared/messages/prompt-examples.ts';
import { createLine, type Line } from '#shared/narration/project.ts';
import { readTimedLines } from '#shared/narration/timed-text.ts';
import { callServer } from '../../../lib/call-server.ts';
import { speak } from '../jobs/speak.ts';
import { addNarration } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { changeForm } from '../model/editor-state.ts';
import { chooseVideo } from './choose-video.ts';
import narrations from './example-narration.json' with { type: 'json' };

/** The sample video that comes with the page, made by `scripts/make-sample-clip.ts`. */
const address = '/the-lantern-boat.mp4';

export const exampleLines = new WeakSet<readonly Line[]>();

/** @throws {CodedError} when it does not arrive */
async function fetchSampleClip(): Promise<File> {
  const response = await callServer(address, {});
  return new File([await response.blob()], 'the-lantern-boat.mp4', { type: 'video/mp4' });
}

/** Opens the sample video, with a prompt if there is none. @throws {CodedError} when it does not arrive */
export async function openSample(editor: Editor): Promise<void> {
  const file = await fetchSampleClip();
  const { prompt } = editor.store.getState().form;
  if (prompt.trim() === '') changeForm(editor.store, { prompt: t(promptExampleMessages.samplePrompt) });
  await chooseVideo(editor, file);
}

/** In the chosen language if it is one of the twelve, else in English; has it spoken. @throws {CodedError} when the video does not arrive */
export async function openFinished(editor: Editor): Promise<void> {
  const { store } = editor;
  const { form } = store.getState();
  const language = form.language in narrations ? form.language : 'English';
  const file = await fetchSampleClip();
  if (!(await chooseVideo(editor, file))) return;
  const voice = form.voice ?? defaultVoice;
  changeForm(store, { language, voice });
  const scripts: Partial<Record<LanguageName, string>> = narrations;
  const lines = readTimedLines(scripts[language] ?? '').map(line => createLine(line));
  exampleLines.add(lines);
  addNarration(store, { style: 'timed', language, settings: { voice }, lines });
  speak(editor);
}

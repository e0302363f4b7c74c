import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { createLine, type Line, type Narration } from '#shared/narration/project.ts';
import { addNarration } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import type { EditorState } from '../store/editor-state.ts';
import { getNarration } from '../store/select.ts';
import { speak } from './speak.ts';

type SaidLine = Pick<Line, 'text'> & { readonly startMs: number };

/**
 * Makes subtitles and has them spoken: subtitles read aloud, as EN 301 549 asks for in 7.1.5.
 */
export function makeSpokenSubtitles(editor: Editor, from: 'lines' | 'transcript'): void {
  if (makeSubtitles(editor, from)) speak(editor);
}

/**
 * Makes a narration of the lines that are shown, or of what is said in the video, word for word. Their texts are locked.
 * @returns undefined where there is nothing of which it could be made
 */
export function makeSubtitles(editor: Editor, from: 'lines' | 'transcript'): Narration | undefined {
  const { store } = editor;
  const state = store.getState();
  const { transcript } = state.project;
  const said =
    from === 'lines' ? readLines(state) : (transcript?.segments.filter(each => !each.isSound) ?? []);
  const language = from === 'lines' ? getNarration(state)?.language : transcript?.language;
  const lines = joinSimultaneous(said).map(({ startMs, text }) =>
    createLine({ startMs, text, origin: 'imported', isLocked: true }),
  );
  if (lines.length === 0) return undefined;
  const settings = { voice: state.form.voice, isSpokenSubtitles: true };
  return addNarration(store, { name: nameSpoken(language), language, style: 'timed', settings, lines });
}

function readLines(state: EditorState): SaidLine[] {
  return (getNarration(state)?.lines ?? []).map(({ startMs, text }) => ({ startMs: startMs ?? 0, text }));
}

/** Two people may begin to speak at once, but no two lines. */
function joinSimultaneous(said: readonly SaidLine[]): SaidLine[] {
  const joined: SaidLine[] = [];
  for (const { startMs, text } of said) {
    const before = joined.at(-1);
    if (before?.startMs === startMs) joined[joined.length - 1] = { startMs, text: `${before.text} ${text}` };
    else joined.push({ startMs, text });
  }
  return joined;
}

function nameSpoken(language: LanguageName | undefined): string {
  if (!language) return t(transcriptPanelMessages.spokenSubtitles);
  return t(videoOutputMessages.spokenSubtitles, { language: getLanguage(language).nativeName });
}

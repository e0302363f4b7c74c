import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { videoOutputMessages } from '#shared/messages/video-output.ts';
import { keepMakers } from '#shared/narration/line-commands.ts';
import { createLine, type Line, type Narration, type Transcript } from '#shared/narration/project.ts';
import { describeHearing } from '#shared/transcript/to-transcript.ts';
import { addNarration } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { getNarration } from '../model/select.ts';
import { speak } from './speak.ts';

type SaidLine = Pick<Line, 'text' | 'origin' | 'heardBy' | 'isRewritten'> & { readonly startMs: number };

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
  const source = from === 'lines' ? getNarration(state) : undefined;
  const said = source ? readLines(source) : readTranscript(transcript);
  const language = from === 'lines' ? source?.language : transcript?.language;
  const lines = joinSimultaneous(said).map(line => createLine({ ...line, isLocked: true }));
  if (lines.length === 0) return undefined;
  const settings = { voice: state.form.voice, isSpokenSubtitles: true };
  const writer = source?.writer && { writer: source.writer };
  return addNarration(store, {
    name: nameSpoken(language),
    language,
    style: 'timed',
    settings,
    ...writer,
    lines,
  });
}

function readLines({ lines }: Narration): SaidLine[] {
  return lines.map(({ startMs, text, origin, ...line }) => {
    const made = keepMakers(line);
    return { startMs: startMs ?? 0, text, origin, ...made };
  });
}

function readTranscript(transcript: Transcript | undefined): SaidLine[] {
  if (!transcript) return [];
  const hearing = describeHearing(transcript);
  const said = transcript.segments.filter(({ isSound }) => !isSound);
  return said.map(({ startMs, text }) => ({ startMs, text, ...hearing }));
}

/** Two people may begin to speak at once, but no two lines. */
function joinSimultaneous(said: readonly SaidLine[]): SaidLine[] {
  const joined: SaidLine[] = [];
  for (const line of said) {
    const before = joined.at(-1);
    if (before?.startMs === line.startMs)
      joined[joined.length - 1] = { ...before, text: `${before.text} ${line.text}` };
    else joined.push(line);
  }
  return joined;
}

function nameSpoken(language: LanguageName | undefined): string {
  if (!language) return t(transcriptPanelMessages.spokenSubtitles);
  return t(videoOutputMessages.spokenSubtitles, { language: getLanguage(language).nativeName });
}

import { useEffect, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { createLine, type Line } from '#shared/narration/project.ts';
import { findTerms, type OwnPronunciation } from '#shared/pronunciations.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { describeFailure } from '../../../lib/failures.ts';
import { pauseOthers } from '../../../lib/media.ts';
import type { Editor } from '../model/editor.ts';
import { getLines, getNarration } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';

type Hearing =
  | { readonly kind: 'idle' | 'loading' | 'playing' }
  | { readonly kind: 'failed'; readonly message: string };

/** Speaks a word as it is entered, in a sentence of the script where there is one. Ends with the component. */
export function useHearing() {
  const editor = useEditor();
  const [hearing, setHearing] = useState<Hearing>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  function stop() {
    running.current?.abort();
    setHearing({ kind: 'idle' });
  }

  async function hear(entry: OwnPronunciation) {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    const { signal } = control;
    setHearing({ kind: 'loading' });
    try {
      const mp3 = await speakEntry(editor, entry, signal);
      if (signal.aborted || !mp3) return;
      setHearing({ kind: 'playing' });
      await play(mp3, signal);
      if (!signal.aborted) setHearing({ kind: 'idle' });
    } catch (error) {
      if (!signal.aborted) setHearing({ kind: 'failed', message: describeFailure(error) });
    }
  }

  return { hearing, hear, stop };
}

/** @throws {CodedError} the server's problem */
async function speakEntry(
  editor: Editor,
  { language, term, say }: OwnPronunciation,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const { store, service } = editor;
  const state = store.getState();
  const narration = getNarration(state);
  const voice = narration?.settings.voice ?? state.form.voice;
  if (!voice) return undefined;
  const isInLanguage = (narration?.language ?? language) === language;
  const text = (isInLanguage && findSentence(getLines(state), { language, term, say })) || term;
  const line = createLine({ text });
  let mp3: Blob | undefined;
  const spokenWith = {
    voice,
    language,
    provider: narration?.settings.provider,
    pronunciations: [{ term, say }],
  };
  const order = {
    ...spokenWith,
    lines: [line],
    findSpokenWith: () => spokenWith,
    durationSeconds: undefined,
    asked: new Set([line.id]),
    known: new Map(),
    shorten: false,
    prompt: '',
    signal,
  };
  await service.speakLines(order, spoken => {
    mp3 = spoken.mp3;
  });
  return mp3;
}

function findSentence(lines: readonly Line[], pronunciation: OwnPronunciation): string | undefined {
  const { code } = getLanguage(pronunciation.language);
  const holding = lines
    .flatMap(({ text }) => splitSentences(text, code))
    .filter(sentence => findTerms(sentence, [pronunciation]).length > 0);
  return holding.sort((one, other) => one.length - other.length)[0]?.trim();
}

/** Resolves at its end. */
async function play(mp3: Blob, signal: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(mp3);
  const audio = new Audio(url);
  const ended = new Promise<void>(resolve => {
    for (const type of ['ended', 'pause']) audio.addEventListener(type, () => resolve());
  });
  signal.addEventListener('abort', () => audio.pause());
  try {
    pauseOthers(audio);
    await audio.play();
    await ended;
  } finally {
    URL.revokeObjectURL(url);
  }
}

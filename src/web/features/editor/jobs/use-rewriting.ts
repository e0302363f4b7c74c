import { useEffect, useRef, useState } from 'react';
import { getDescriptionKind } from '#shared/narration/project.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getLineStates, getSpokenLanguage } from '../model/line-states.ts';
import { getNarration } from '../model/select.ts';
import { useEditor } from '../model/use-editor.tsx';

type Attempt =
  | { readonly kind: 'none' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'written'; readonly text: string };

const neighbourCount = 3;

export function useRewriting(lineId: string) {
  const { store, service } = useEditor();
  const [attempt, setAttempt] = useState<Attempt>({ kind: 'none' });
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  function stop() {
    control.current?.abort();
    setAttempt({ kind: 'none' });
  }

  /** @returns undefined where it failed or was stopped */
  async function begin(wish: string): Promise<string | undefined> {
    const order = createOrder(store.getState(), lineId);
    if (!order) return undefined;
    control.current = new AbortController();
    const { signal } = control.current;
    setAttempt({ kind: 'waiting' });
    const attempt = await service.rewriteLine({ ...order, wish, signal }).then(
      (text): Attempt => ({ kind: 'written', text }),
      (error: unknown): Attempt => {
        if (!signal.aborted) noteFailure(error);
        return { kind: 'failed', message: describeFailure(error) };
      },
    );
    if (signal.aborted) return undefined;
    setAttempt(attempt);
    return attempt.kind === 'written' ? attempt.text : undefined;
  }

  return { attempt, begin, stop };
}

function createOrder(state: EditorState, lineId: string) {
  const narration = getNarration(state);
  const lines = getLineStates(state);
  const found = lines.find(({ line }) => line.id === lineId);
  if (!narration || !found) return undefined;
  const { index, line, availableSeconds } = found;
  const textsOf = (some: typeof lines) => some.map(each => each.line.text).filter(text => text.trim() !== '');
  return {
    text: line.text,
    language: getSpokenLanguage(narration, state),
    before: textsOf(lines.slice(Math.max(0, index - neighbourCount), index)),
    after: textsOf(lines.slice(index + 1, index + 1 + neighbourCount)),
    availableSeconds,
    prompt: narration.prompt,
    description: getDescriptionKind(narration),
  };
}

import { createContext, type ReactNode, use } from 'react';
import { useStore } from 'zustand';
import { type Speakers, useSpeakers } from '../../voice-samples/public.ts';
import { type Editor, getVoice } from './editor.ts';
import type { EditorState } from './editor-state.ts';

const EditorContext = createContext<Editor | undefined>(undefined);

export function EditorProvider({ editor, children }: { editor: Editor; children: ReactNode }) {
  return <EditorContext value={editor}>{children}</EditorContext>;
}

export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('This component stands outside an EditorProvider.');
  return editor;
}

/** A part of the state: renders only when it changes. @param select must give the same object while nothing changed */
export function useEditorState<Part>(select: (state: EditorState) => Part): Part {
  return useStore(useEditor().store, select);
}

export function useStateOf<Part>({ store }: Editor, select: (state: EditorState) => Part): Part {
  return useStore(store, select);
}

export const noSubscription = () => () => {};

/** Who can speak the chosen voice, or those of the plan while none is chosen; undefined until the server has said so. */
export function useVoiceSpeakers(): Speakers | undefined {
  const editor = useEditor();
  const voice = useEditorState(() => getVoice(editor));
  return useSpeakers(voice, editor.getPlans()[0]);
}

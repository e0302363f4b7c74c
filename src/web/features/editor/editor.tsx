import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { useEngineRefresh } from '../voice-samples/public.ts';
import { EditorLayout } from './editor-layout.tsx';
import { TabTitle, useLeaveWarning } from './jobs/status.tsx';
import { startStorage } from './keep/start-storage.ts';
import { lazyScriptParts } from './lazy-script-parts.ts';
import { type Editor, restoreVoice } from './model/editor.ts';
import type { NarrationEditorProps } from './model/narration-service.ts';
import { hasScript, hasTimes } from './model/select.ts';
import { EditorProvider, useEditor, useEditorState } from './model/use-editor.tsx';
import { reopenVideo } from './start/choose-video.ts';

export function NarrationEditor({ editor, ...props }: NarrationEditorProps & { readonly editor: Editor }) {
  return (
    <EditorProvider editor={editor}>
      <RunningEditor {...props} />
    </EditorProvider>
  );
}

function RunningEditor(props: NarrationEditorProps) {
  const editor = useEditor();
  const root = useRef<HTMLDivElement>(null);
  useLeaveWarning();
  useRefreshAfterFailure();
  useEffect(() => {
    restoreVoice(editor);
    const stopStorage = startStorage(editor, file => reopenVideo(editor, file));
    return () => {
      editor.store.getState().job?.cancel();
      stopStorage();
    };
  }, [editor]);
  useWatching(root);
  return (
    <>
      <TabTitle />
      <EditorLayout {...props} root={root} />
    </>
  );
}

/** After a call that failed at a provider, the server may know more about who can do what. */
function useRefreshAfterFailure(): void {
  const refresh = useEffectEvent(useEngineRefresh());
  const end = useEditorState(({ lastEnd }) => lastEnd);
  useEffect(() => {
    if (end?.code?.startsWith('provider_') || end?.code === 'voice_gone') refresh();
  }, [end]);
}

/** The keys; and what lines with times depend on, while there are any. */
function useWatching(root: RefObject<HTMLElement | null>): void {
  const { store } = useEditor();
  const isLines = useEditorState(hasTimes);
  const isWanted = useEditorState(state => state.video !== undefined || hasScript(state));
  const parts = useLazyParts(lazyScriptParts, isWanted);
  useEffect(() => parts?.listenForKeys(store, root), [store, root, parts]);
  useEffect(() => (isLines ? parts?.watchLines(store) : undefined), [store, parts, isLines]);
}

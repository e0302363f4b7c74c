import { useEffect, useEffectEvent, useState } from 'react';
import { useLazyParts } from '../../../lib/load-chunk.ts';
import { usePublicConfig } from '../../public-config/public.ts';
import type { Speakers } from '../../voice-samples/public.ts';
import { useEditor, useEditorState } from '../store/use-editor.tsx';
import { lazyPreview } from './lazy-preview.ts';

/** How much time is left of the running job, by what such work took in this browser before; undefined without a basis. */
export function useTimeLeft(speakers: Speakers | undefined): string | undefined {
  const { store } = useEditor();
  const { data: config } = usePublicConfig();
  const [left, setLeft] = useState<string>();
  const jobId = useEditorState(({ job }) => job?.id);
  const parts = useLazyParts(lazyPreview, jobId !== undefined);
  const begin = useEffectEvent(() => {
    const { vision, script } = config?.engines ?? {};
    const transcription = config?.transcription?.name;
    const workers = { vision: vision?.name, script: script?.name, transcription, speakers };
    return parts?.watchTimeLeft(store, workers, setLeft);
  });
  useEffect(() => {
    setLeft(undefined);
    return jobId === undefined || !parts ? undefined : begin();
  }, [jobId, parts]);
  return left;
}

import { LazyParts, useLazyParts } from '../../../lib/load-chunk.ts';
import { usePublicConfig } from '../../public-config/public.ts';
import { findSpeaker } from '../../voice-samples/public.ts';
import { getVoice } from '../store/editor.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../store/use-editor.tsx';

const lazyEngineNote = new LazyParts('engine note', () => import('./engine-note.tsx'));

/** The engine note, fetched once it is known who works. */
export function EngineNote() {
  const voice = getVoice(useEditor());
  const { language } = useEditorState(state => state.form);
  const speakers = useVoiceSpeakers();
  const { data: config } = usePublicConfig();
  const parts = useLazyParts(lazyEngineNote, config !== undefined);
  if (!config || !parts) return null;
  const speaker = speakers && findSpeaker(speakers, language);
  const { engines, operator } = config;
  return <parts.EngineNote {...{ engines, operator, speaker, voice, language }} />;
}

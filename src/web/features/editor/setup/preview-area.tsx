import { useLazyParts } from '../../../lib/load-chunk.ts';
import { useObjectUrl } from '../../../lib/use-object-url.ts';
import { findRecording, getNarration } from '../store/select.ts';
import { useEditorState } from '../store/use-editor.tsx';
import { lazyPreview } from './lazy-preview.ts';
import { usePlayback } from './use-playback.ts';

/** Plays video and narration. Interim, until `playback/` takes its place. */
export function PreviewArea() {
  const playback = usePlayback();
  const recording = useEditorState(state => {
    const narration = getNarration(state);
    return narration && findRecording(state, narration)?.mp3;
  });
  const title = useEditorState(({ video }) => video?.file.name);
  const soundUrl = useObjectUrl(recording);
  const parts = useLazyParts(lazyPreview, playback !== undefined);
  if (!playback || !parts) return null;
  return (
    <parts.PreviewControls
      preview={{
        playback,
        title,
        soundUrl,
        loudness: undefined,
        speed: 1,
        setSpeed: undefined,
        spokenSeconds: undefined,
        tempo: { sound: recording, url: soundUrl, share: undefined, problem: undefined },
      }}
    />
  );
}

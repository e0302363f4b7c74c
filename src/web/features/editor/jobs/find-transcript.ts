import type { Transcript } from '#shared/narration/project.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { readTranscriptFile } from '#shared/transcript/read-transcript-file.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import { describeFailure } from '../../../lib/describe-failure.ts';
import { noteFailure } from '../../../lib/early-errors.ts';
import { run } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import type { ChosenVideo } from '../store/editor-state.ts';

// The media code: fetched when the first file is chosen.

/**
 * Takes what is said from subtitles that came with a video, or from a track in it, at no cost. Never rejects: the state says why
 * subtitles cannot be used.
 */
export async function findTranscript(
  { store }: Editor,
  { file, facts }: ChosenVideo,
  subtitles: File | undefined,
): Promise<void> {
  const isOurs = () => store.getState().video?.file === file;
  const take = (heard: Heard, provider: string, change: typeof run) => {
    const source: Transcript['source'] = { kind: 'subtitles', provider };
    if (isOurs()) change(store, { type: 'setTranscript', ...toTranscript(heard, source) });
  };
  try {
    if (!subtitles) return;
    const bytes = new Uint8Array(await subtitles.arrayBuffer());
    take(await readTranscriptFile(bytes, subtitles.name, facts.durationSeconds), subtitles.name, run);
  } catch (error) {
    noteFailure(error);
    if (subtitles && isOurs())
      store.setState({ refusal: { message: describeFailure(error), needsReload: false } });
  }
}

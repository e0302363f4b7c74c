import { anyLength, readBlob, withVideo } from '#media/browser/open-video-blob.ts';
import { readSubtitleTrack } from '#media/container/read-subtitle-track.ts';
import type { Transcript } from '#shared/narration/project.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { readTranscriptFile, toSegment } from '#shared/transcript/read-transcript-file.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import { describeFailure, noteFailure } from '../../../lib/failures.ts';
import type { Editor } from '../model/editor.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import { runLate, runLateUnremembered } from '../model/run-late.ts';

// The media code: fetched when the first file is chosen.

/**
 * Takes what is said from subtitles that came with a video, else from a track in it where nothing is known, at no cost. Never
 * rejects: the state says why subtitles cannot be used, in part or whole.
 */
export async function findTranscript(
  { store }: Editor,
  { file, facts }: ChosenVideo,
  subtitles: File | undefined,
): Promise<void> {
  const isOurs = () => store.getState().video?.file === file;
  const take = (change: typeof runLate, heard: Heard, provider: string) => {
    const source: Transcript['source'] = { kind: 'subtitles', provider };
    if (isOurs()) change(store, { type: 'setTranscript', ...toTranscript(heard, source) });
  };
  try {
    if (subtitles) {
      const bytes = new Uint8Array(await subtitles.arrayBuffer());
      const heard = await readTranscriptFile(bytes, subtitles.name, facts.durationSeconds);
      take(runLate, heard, subtitles.name);
      if (heard.notice && isOurs())
        store.setState({ refusal: { message: heard.notice.text, needsReload: false } });
    } else if (!store.getState().project.transcript) {
      const track = await readTrack(file);
      const isUnknown = !store.getState().project.transcript;
      if (track && isUnknown) take(runLateUnremembered, track.heard, track.name);
    }
  } catch (error) {
    noteFailure(error);
    if (isOurs()) store.setState({ refusal: { message: describeFailure(error), needsReload: false } });
  }
}

async function readTrack(file: File): Promise<{ readonly heard: Heard; readonly name: string } | undefined> {
  return await withVideo(file, anyLength, async video => {
    const track = await readSubtitleTrack(readBlob(file), video, new AbortController().signal);
    if (!track) return undefined;
    const { name, cues, language } = track;
    return { heard: { segments: cues.map(toSegment), language }, name: name || file.name };
  });
}

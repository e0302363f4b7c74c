import { encodeJpeg, sketchJpeg } from '#media/browser/jpeg.ts';
import { withVideo } from '#media/browser/open-video-blob.ts';
import { findScenes } from '#media/frames/sample-frames.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { createLine, getDescriptionKind, isTimed } from '#shared/narration/project.ts';
import { parseTimedScript } from '#shared/narration/timed-text.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { noteFailure } from '../../../lib/failures.ts';
import { addNarration } from '../store/change-document.ts';
import type { Editor } from '../store/editor.ts';
import { listenForGaps } from './listen-for-gaps.ts';
import { runJob } from './run-job.ts';

// The media code: fetched when somebody wants to write.

/** A shorter gap has no time for a line. */
const leastGapSeconds = 1.5;
/** Lines are at least so far apart. */
const leastApartSeconds = 2;

/**
 * Makes a narration with an empty line for each scene of the video; for a description, for each gap in the speech and each scene in
 * it.
 * @param recognises what the offline engine recognises is shown at lines without text
 */
export function writeYourself(editor: Editor, recognises: boolean): void {
  const { store } = editor;
  const { video, form } = store.getState();
  if (!video) return;
  runJob(editor, {
    kind: 'find scenes',
    activity: { kind: 'finding scenes' },
    async work({ signal, setNarration }) {
      store.setState({ hints: [] });
      const starts = await findStarts(editor, signal);
      if (signal.aborted) return undefined;
      const style = isTimed(form) ? form.style : 'timed';
      const lines = starts.map(seconds =>
        createLine({ startMs: Math.round(seconds * 1000), text: '', origin: 'edited' }),
      );
      const { id } = addNarration(store, {
        style,
        prompt: form.prompt.trim(),
        settings: { voice: form.voice },
        lines,
      });
      setNarration(id);
      store.setState({ selectedLineId: lines[0]?.id });
      // Without them writing goes on all the same.
      if (recognises) findHints(editor, video.file).catch(noteFailure);
      return undefined;
    },
  });
}

async function findStarts({ store, getLimits }: Editor, signal: AbortSignal): Promise<readonly number[]> {
  const { video: chosen, form } = store.getState();
  if (!chosen) return [];
  const { maxSeconds, maxTimedFrames: most } = getLimits();
  return await withVideo(chosen.file, { maxSeconds }, async video => {
    const scenes = await findScenes(video, { encodeJpeg, sketchJpeg, most, signal });
    if (!getDescriptionKind(form)) return scenes;
    const heard = await listenForGaps(chosen.file, video.durationSeconds, { signal });
    store.setState({ heard });
    return heard.gaps.length > 0 ? placeInGaps(scenes, heard.gaps) : scenes;
  });
}

function placeInGaps(scenes: readonly number[], gaps: readonly TimeSpan[]): number[] {
  return gaps
    .filter(({ startSeconds, endSeconds }) => endSeconds - startSeconds >= leastGapSeconds)
    .flatMap(({ startSeconds, endSeconds }) => [
      startSeconds,
      ...scenes.filter(
        scene => scene > startSeconds + leastApartSeconds && scene < endSeconds - leastApartSeconds,
      ),
    ]);
}

/** What the offline engine recognises in a video, at its times; not while another video is open. */
async function findHints({ store, service, getLimits }: Editor, video: File): Promise<void> {
  const { maxSeconds, maxTimedFrames } = getLimits();
  const { form, video: open } = store.getState();
  const written = await service.createScript(
    {
      video,
      // The offline engine reads none, but the server asks for one.
      prompt: t(studioMessages.writeYourself),
      language: form.language,
      maxVideoSeconds: maxSeconds,
      isTimed: true,
      maxTimedFrames,
      observations: [],
      said: [],
      durationSeconds: open?.facts.durationSeconds ?? 0,
      signal: new AbortController().signal,
    },
    () => {},
  );
  if (store.getState().video?.file === video) store.setState({ hints: parseTimedScript(written.text).cues });
}

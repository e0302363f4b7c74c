import { withVideo } from '#media/browser/open-video-blob.ts';
import { cutSound } from '#media/speech/cut-sound.ts';
import { CodedError } from '#shared/errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { Transcript } from '#shared/narration/project.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { hearPieces } from '#shared/transcript/hear-pieces.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import type { Editor, Transcription } from '../model/editor.ts';
import type { ChosenVideo } from '../model/editor-state.ts';
import { runLateUnremembered } from '../model/run-late.ts';
import { createRests, listenForGaps } from './listen-for-gaps.ts';
import { type JobContext, runJob } from './run-job.ts';

/** Has the speech of the video transcribed; where it fails, nothing is changed. */
export function hearVideo(editor: Editor): void {
  runJob(editor, {
    kind: 'hear',
    activity: { kind: 'opening the video' },
    work: context => hear(editor, context),
  });
}

/**
 * Has the speech of the video transcribed. Nothing is sent where nobody speaks.
 * @returns what a person should know: that no speech was found
 * @throws {CodedError} of the server or the media code; `unsupported_codec` where the sound cannot be decoded here
 */
export async function hear(editor: Editor, { signal, report }: JobContext): Promise<string | undefined> {
  const { store, getTranscription } = editor;
  const { video } = store.getState();
  const transcription = getTranscription();
  if (!video || !transcription) return undefined;
  const totalSeconds = video.facts.durationSeconds;
  const noteProgress = (heardSeconds: number) => report({ kind: 'listening', heardSeconds, totalSeconds });
  const found = await listenForGaps(video.file, totalSeconds, { signal, noteProgress });
  if (!found.isHeard) throw new CodedError('unsupported_codec', { message: fill(messages.undecodable) });
  const { heard, source } =
    found.speech.length > 0
      ? await transcribe(editor, video, transcription, found.speech, { signal, report })
      : nothingSaid(transcription);
  signal.throwIfAborted();
  store.setState({ heard: found });
  runLateUnremembered(store, { type: 'setTranscript', ...toTranscript(heard, source) });
  return heard.segments.length === 0 ? t(messages.noSpeech) : undefined;
}

/** Kept, so that nobody is asked again. */
function nothingSaid({ name }: Transcription) {
  const source: Transcript['source'] = { kind: 'recogniser', provider: name };
  return { heard: { segments: [] }, source };
}

async function transcribe(
  { service, getLimits }: Editor,
  { file, facts: { durationSeconds: totalSeconds } }: ChosenVideo,
  { name, maxSeconds }: Transcription,
  speech: readonly TimeSpan[],
  { signal, report }: Pick<JobContext, 'signal' | 'report'>,
) {
  let source: Transcript['source'] = { kind: 'recogniser', provider: name };
  let doneSeconds = 0;
  const reportDone = () => report({ kind: 'transcribing', doneSeconds, totalSeconds });
  reportDone();
  return await withVideo(file, getLimits(), async video => {
    const heard = await hearPieces(
      cutSound(video, { maxSeconds, signal, noteProgress: createRests() }),
      async (piece, pieceSignal) => {
        const { provider, model, ...answer } = await service.transcribe({ ...piece, signal: pieceSignal });
        source = { kind: 'recogniser', provider, ...(model !== undefined && { model }) };
        doneSeconds += piece.durationSeconds;
        reportDone();
        return answer;
      },
      { speech, signal },
    );
    return { heard, source };
  });
}

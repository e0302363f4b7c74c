import { withVideo } from '#media/browser/open-video-blob.ts';
import { cutSound } from '#media/speech/cut-sound.ts';
import { refuse } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import type { Transcript } from '#shared/narration/project.ts';
import { hearPieces } from '#shared/transcript/hear-pieces.ts';
import { toTranscript } from '#shared/transcript/to-transcript.ts';
import { runUnremembered } from '../model/change-document.ts';
import type { Editor } from '../model/editor.ts';
import { type JobContext, runJob } from './jobs.ts';
import { createRests, listenForGaps } from './listen.ts';

// Fetched when somebody transcribes: the encoder of the sound comes with it.

export function hearVideo(editor: Editor): void {
  runJob(editor, {
    kind: 'hear',
    activity: { kind: 'opening the video' },
    work: context => hear(editor, context),
    repeat: () => hearVideo(editor),
  });
}

/**
 * As a part of a job. That nobody speaks is kept, and nothing sent. @returns what a person should know: that no speech was found
 * @throws {CodedError} of the server or the media code; `unsupported_codec` where the sound cannot be decoded here
 */
export async function hear(editor: Editor, { signal, report }: JobContext): Promise<string | undefined> {
  const { store, service, getLimits, getTranscription } = editor;
  const { video } = store.getState();
  const transcription = getTranscription();
  if (!video || !transcription) return undefined;
  const { maxSeconds, name } = transcription;
  const totalSeconds = video.facts.durationSeconds;
  const found = await listenForGaps(video.file, totalSeconds, signal, report);
  if (!found.isHeard) throw refuse('unsupported_codec', messages.undecodable);
  let source: Transcript['source'] = { kind: 'recogniser', provider: name };
  let doneSeconds = 0;
  const noteDone = (seconds: number) => {
    doneSeconds += seconds;
    report({ kind: 'transcribing', doneSeconds, totalSeconds });
  };
  const transcribe = () =>
    withVideo(video.file, getLimits(), async opened => {
      noteDone(0);
      return await hearPieces(
        cutSound(opened, { maxSeconds, signal, noteProgress: createRests() }),
        async (piece, pieceSignal) => {
          const { provider, model, ...answer } = await service.transcribe({ ...piece, signal: pieceSignal });
          source = { kind: 'recogniser', provider, ...(model !== undefined && { model }) };
          noteDone(piece.durationSeconds);
          return answer;
        },
        { speech: found.speech, signal },
      );
    });
  const heard = found.speech.length > 0 ? await transcribe() : { segments: [] };
  signal.throwIfAborted();
  store.setState({ heard: found });
  runUnremembered(store, { type: 'setTranscript', ...toTranscript(heard, source) });
  return heard.segments.length === 0 ? t(messages.noSpeech) : undefined;
}

import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { TranscriptionEngine } from '#engines/ports.ts';
import type { OpenVideo } from '#media/container/open-video.ts';
import { transcribe } from '#narration/transcribe.ts';
import { CodedError } from '#shared/errors.ts';
import type { Project, Transcript } from '#shared/narration/project.ts';
import { computeGaps, type TimeSpan } from '#shared/script/gaps.ts';
import type { Heard } from '#shared/transcript/heard.ts';
import { readTranscriptFile, toSegment } from '#shared/transcript/read-transcript-file.ts';
import { listWords, toSpeech, toTranscript } from '#shared/transcript/to-transcript.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import type { RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions, TranscribeVideo } from './options.ts';
import { requireFile } from './places.ts';
import type { Prepared } from './prepare-video.ts';
import { badRequest, reportStatus } from './report-status.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** Far more than the longest transcript. */
const maxFileBytes = 8 * 1024 * 1024;

interface Found {
  readonly heard: Heard;
  readonly source: Transcript['source'];
}

/**
 * Keeps what is said in the video in the document: from the named file, else what the document has, else from a subtitle track, else
 * from the transcription engine.
 * @throws CodedError `bad_request` for a wrong file, or if a transcript was asked for and there is none; errors of the engine if it
 * was asked for by name
 */
export async function keepTranscript(
  options: SpokenOptions | TranscribeVideo,
  document: RunDocument,
  { prepared, durationSeconds }: { readonly prepared: Prepared; readonly durationSeconds: number },
  parts: Parts,
): Promise<void> {
  const { transcriptFile, hears, videoPath, deliveries, job } = options;
  const isKnown = document.project.transcript !== undefined && !hears && transcriptFile === undefined;
  const isUsed = job === 'narrate' || hears || (transcriptFile ?? deliveries.transcriptPath) !== undefined;
  if (videoPath !== undefined && isUsed && !isKnown) {
    const found = transcriptFile
      ? await readNamed(transcriptFile, durationSeconds)
      : hears !== false && (await findInVideo({ hears, videoPath }, prepared.described?.speech, parts));
    if (found) await document.change({ type: 'setTranscript', ...toTranscript(found.heard, found.source) });
  }
  if (deliveries.transcriptPath !== undefined && !document.project.transcript)
    throw badRequest('--transcript-out: it is not known what is said. Add --hear, or --transcript FILE.');
  requireSaid(options, document);
}

/** A file without a word would look like a transcript. @throws CodedError `bad_request` */
function requireSaid(
  { deliveries: { transcriptPath }, description }: SpokenOptions | TranscribeVideo,
  { project: { transcript } }: RunDocument,
): void {
  if (transcriptPath === undefined || transcript?.segments.length !== 0) return;
  // Beside what is said, a text has what the description says.
  if (description && ['.txt', '.md'].includes(extname(transcriptPath).toLowerCase())) return;
  throw badRequest('--transcript-out: nothing is said in the video, so the file would be empty.');
}

/** The gaps of a description between the words of a transcript, where these have times. */
export function describeByWords(
  described: Prepared['described'],
  { transcript }: Project,
): Prepared['described'] {
  const speech = transcript && toSpeech(transcript);
  if (!described || !speech) return described;
  const gaps = computeGaps(speech, described.durationSeconds);
  return { ...described, gaps, speech, words: listWords(transcript) };
}

async function readNamed(path: string, durationSeconds: number): Promise<Found> {
  if ((await requireFile(path)) > maxFileBytes) throw badRequest(`${path} is too large for a transcript.`);
  const name = basename(path);
  const heard = await readTranscriptFile(await readFile(path), name, durationSeconds);
  if (heard.notice) reportStatus(heard.notice.text);
  return { heard, source: { kind: 'subtitles', provider: name } };
}

async function findInVideo(
  { hears, videoPath }: { readonly hears: boolean | undefined; readonly videoPath: string },
  speech: readonly TimeSpan[] | undefined,
  parts: Parts,
): Promise<Found | undefined> {
  // Loads decoders.
  const { openVideoFile, withFileBytes } = await import('#media/node/open-video-file.ts');
  const { readSubtitleTrack } = await import('#media/container/read-subtitle-track.ts');
  using video = await openVideoFile(videoPath, { maxSeconds: parts.config.maxVideoSeconds });
  try {
    const track = await withFileBytes(videoPath, file => readSubtitleTrack(file, video, parts.signal));
    if (track) {
      const provider = track.name || basename(videoPath);
      reportStatus(`What is said is read from the video’s subtitle track${track.name && `, ${track.name}`}.`);
      const heard = { segments: track.cues.map(toSegment), language: track.language };
      return { heard, source: { kind: 'subtitles', provider } };
    }
    const engine = await chooseEngine(hears, parts);
    return engine && (await hear(engine, video, speech, parts.signal));
  } catch (error) {
    // Nobody asked for it.
    if (hears || !(error instanceof CodedError) || parts.signal.aborted) throw error;
    reportStatus(`The speech was not transcribed: ${error.operatorMessage}`);
    return undefined;
  }
}

async function chooseEngine(
  hears: boolean | undefined,
  { engines, signal }: Parts,
): Promise<TranscriptionEngine | undefined> {
  const engine = await engines.transcription?.choose(signal);
  if (!engine && hears)
    throw badRequest(
      '--hear: no provider transcribes speech. Set one up (npm run doctor), or run: npm run models -- get whisper-small. TRANSCRIBE and TRANSCRIPTION_PROVIDER must not be off.',
    );
  return hears || engine?.provider.isLocal ? engine : undefined;
}

async function hear(
  engine: TranscriptionEngine,
  video: OpenVideo,
  known: readonly TimeSpan[] | undefined,
  signal: AbortSignal,
): Promise<Found> {
  const { cutSound } = await import('#media/speech/cut-sound.ts');
  const { findVideoSpeech } = await import('#media/speech/find-speech.ts');
  reportStatus(`transcribing the speech, by ${engine.provider.name} …`);
  const speech = known ?? (await findVideoSpeech(video, signal));
  const pieces = cutSound(video, { maxSeconds: engine.maxSeconds, signal });
  const heard = await transcribe(engine, pieces, { speech, signal });
  if (heard.segments.length === 0) reportStatus('Nothing is said.');
  const { provider, model } = engine;
  return { heard, source: { kind: 'recogniser', provider: provider.name, ...(model && { model }) } };
}

export async function writeTranscript(
  { deliveries: { transcriptPath }, description }: SpokenOptions | TranscribeVideo,
  { project }: RunDocument,
  narrationId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (transcriptPath === undefined) return;
  const narration = description && project.narrations.find(({ id }) => id === narrationId);
  const format = extname(transcriptPath).slice(1).toLowerCase();
  const text =
    format === 'srt' || format === 'vtt'
      ? writeTranscriptSubtitles(project, { format, isSdh: true })
      : writeTranscriptText(project, format === 'md' ? 'md' : 'txt', narration);
  await writeWholeFile(transcriptPath, text, signal);
}

import { join } from 'node:path';
import type { SpeechEngine } from '#engines/ports.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { createScript } from '#narration/create-script.ts';
import { createTimedScript } from '#narration/create-timed-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { isTimedScript, removeTimes } from '#shared/narration/timed-text.ts';
import { writeDescriptionReport } from '#shared/script/description-report.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { cacheSpeech } from './cache-speech.ts';
import type { Parts } from './open-parts.ts';
import { withReadable } from './open-readable.ts';
import { type Prepared, prepareVideo } from './prepare-video.ts';
import type { NarrateOptions, NarrateVideo, SpeakScript } from './read-options.ts';
import { readWritten } from './read-written.ts';
import { reportStatus } from './report-status.ts';
import { requirePlaces, requireReadable } from './require-places.ts';
import { openCache } from './sound-store.ts';
import { type SpokenTimed, speakTimed } from './speak-timed.ts';
import { speakUntimed } from './speak-untimed.ts';
import { needsCues, needsSpeech, type SpokenNarration, writeDeliveries } from './write-deliveries.ts';
import { leadsToStream, writeWholeFile } from './write-whole-file.ts';

/** What to speak, and the duration of the sound if it is known. */
interface Narration {
  readonly script: string;
  readonly durationSeconds: number | undefined;
}

/**
 * Narrates a video or speaks a script, and writes the requested files.
 * @returns the written files
 * @throws CodedError `bad_request` for a wrong command, before any paid call; errors of the engines and `writeWholeFile`
 */
export async function narrate(options: NarrateOptions, parts: Parts): Promise<string[]> {
  const { videoPath } = options;
  const { read, written, video } = listPlaces(options);
  for (const path of read) await requireReadable(path);
  await requirePlaces(read, video ? [...written, video] : written);
  const file =
    videoPath === undefined
      ? await narrateReadable(options, parts)
      : await withReadable(videoPath, options.deliveries.video !== undefined, parts, path =>
          narrateReadable({ ...options, videoPath: path }, parts),
        );
  return file ? [...written, file.path] : [...written];
}

/** The files that are read and written; the video separately, as its ending may be decided later. */
export function listPlaces(options: NarrateOptions) {
  const { video, ...files } = options.deliveries;
  const isNamed = (path: string | undefined) => path !== undefined;
  const speakPath = options.job === 'speak' ? options.speakPath : undefined;
  const analysisPath = options.job === 'narrate' ? options.analysisPath : undefined;
  return {
    read: [options.videoPath, speakPath].filter(isNamed),
    written: [...Object.values(files), analysisPath].filter(isNamed),
    video: video?.path,
  };
}

/** @returns the path of the written video */
async function narrateReadable(options: NarrateOptions, parts: Parts): Promise<Prepared['file']> {
  const written = options.job === 'speak' ? await readScript(options, parts) : undefined;
  const prepared = await prepareVideo(options, parts);
  const narration = written
    ? await addDuration(written, options.videoPath, prepared, parts)
    : await writeNarration(options as NarrateVideo, prepared, parts);
  await speak(options, narration, prepared, parts);
  return prepared.file;
}

async function readScript({ speakPath, videoPath, isTimed, deliveries }: SpeakScript, { config }: Parts) {
  const written = await readWritten(speakPath, config.maxVideoSeconds);
  // A script without times is spoken from the beginning of the video.
  const needsTimes = isTimed || (videoPath !== undefined && deliveries.video === undefined);
  if (written.timedLines === 0 && needsTimes)
    throw new CodedError('bad_request', {
      message: `${speakPath} has no times. Start each line with one, such as [0:12], or leave out the video and --timed.`,
    });
  return written;
}

async function addDuration(
  { script, endSeconds }: { readonly script: string; readonly endSeconds?: number | undefined },
  videoPath: string | undefined,
  { described }: Prepared,
  { frameReader, signal }: Parts,
): Promise<Narration> {
  if (videoPath === undefined) return { script, durationSeconds: endSeconds };
  const durationSeconds =
    described?.durationSeconds ??
    (await frameReader.readDuration(videoPath, { requester: nameRequester(videoPath), signal }));
  return { script, durationSeconds };
}

/** One per video, because each requester has one decoder at a time. */
function nameRequester(videoPath: string): string {
  return `the command line: ${videoPath}`;
}

/** Writes the script for a video, and the analysis and script files if requested. */
async function writeNarration(
  options: NarrateVideo,
  { described }: Prepared,
  { config, engines, frameReader, signal }: Parts,
): Promise<Narration> {
  const { videoPath } = options;
  const mostFrames = config.maxTimedFrames;
  const timed = options.isTimed ? { most: mostFrames } : undefined;
  const requester = nameRequester(videoPath);
  const readFrames = (signal: AbortSignal) => frameReader.readFrames(videoPath, { requester, signal }, timed);
  const prompt = { prompt: options.prompt, language: options.language };
  const chosen = {
    vision: await engines.vision.choose(signal),
    script: await engines.script.choose(signal),
  };
  const using = { engines: chosen, readFrames };
  const description = described && { kind: described.kind, gaps: described.gaps };
  const lines = timed
    ? createTimedScript(using, { ...prompt, mostFrames, description }, signal)
    : createScript(using, prompt, signal);
  let durationSeconds: number | undefined;
  let written = '';
  let notice: string | undefined;
  for await (const line of lines) {
    if ('stage' in line) reportStatus(`${line.stage} …`);
    if ('analysis' in line) {
      durationSeconds = line.durationSeconds;
      // Saved now because it is already paid for, even if writing the script fails.
      if (options.analysisPath) await writeWholeFile(options.analysisPath, `${line.analysis}\n`, signal);
    }
    if (!('script' in line)) continue;
    written = line.script;
    notice = line.notice;
  }
  if (written === '') throw new CodedError('invalid_video', { message: notice });
  if (notice) reportStatus(notice);
  // Written now because it is already paid for, even if speech fails.
  const { scriptPath } = options.deliveries;
  if (scriptPath && !(await leadsToStream(scriptPath)))
    await writeWholeFile(scriptPath, `${written}\n`, signal);
  return { script: written, durationSeconds };
}

async function speak(
  options: NarrateOptions,
  narration: Narration,
  prepared: Prepared,
  { engines, signal }: Parts,
): Promise<void> {
  const { deliveries } = options;
  const language = options.language
    ? getLanguage(options.language)
    : await detectLanguage(removeTimes(narration.script));
  // Lines are shortened, or left out of a description, only after they were spoken.
  if (!needsSpeech(deliveries) && !options.shortens && !options.description) {
    if (deliveries.scriptPath)
      await writeWholeFile(deliveries.scriptPath, `${narration.script.trimEnd()}\n`, signal);
    return reportStatus(`done: ${listPlaces(options).written.join('; ')}`);
  }
  reportStatus('speaking …');
  const speaker = await engines.speech[getVoicePlan(options.voice)].chooseFor(language, signal);
  await using folder = await makeTemporaryFolder();
  const spoken = isTimedScript(narration.script)
    ? await speakLines(options, narration, { prepared, engines, speaker, language, signal })
    : await speakUntimed(
        speaker,
        {
          script: narration.script,
          voice: options.voice,
          language: language.name,
          reportsCues: needsCues(deliveries),
        },
        join(folder.path, 'narration.mp3'),
        signal,
      );
  const mp3Bytes = await writeDeliveries(
    deliveries,
    { ...spoken, frameRate: prepared.frameRate },
    language,
    signal,
  );
  await writeVideo(prepared, spoken, language, deliveries.reportPath, signal);
  const mp3 = mp3Bytes && `${deliveries.outPath}, ${Math.ceil(mp3Bytes / 1000)} kB`;
  const made = [prepared.file?.path, mp3].filter(each => each !== undefined);
  const names = made.length > 0 ? made : listPlaces(options).written;
  reportStatus(`done: ${names.join('; ')}, spoken by ${speaker.provider.name}`);
}

async function speakLines(
  options: NarrateOptions,
  { script, durationSeconds }: Narration,
  {
    prepared: { described },
    engines,
    speaker,
    language,
    signal,
  }: Pick<Parts, 'engines' | 'signal'> & {
    readonly prepared: Prepared;
    readonly speaker: SpeechEngine;
    readonly language: Language;
  },
): Promise<SpokenTimed> {
  const { voice, shortens, cache } = options;
  const prompt = options.job === 'narrate' ? options.prompt : undefined;
  const counts = { spoken: 0, kept: 0 };
  const speech = cacheSpeech(speaker, await openCache(cache, process.env), counts);
  // No script engine is needed if the text may not change.
  const writer = shortens ? await engines.script.choose(signal) : engines.script.current;
  const asked = { script, voice, language, durationSeconds, shortens, prompt, described };
  const spoken = await speakTimed({ script: writer, speech }, asked, signal);
  if (counts.kept > 0) reportStatus(`Lines reused: ${counts.kept}; newly spoken: ${counts.spoken}.`);
  return spoken;
}

/** Writes the report and the video, if requested. */
async function writeVideo(
  { file, described }: Prepared,
  narration: SpokenNarration & Partial<SpokenTimed>,
  language: Language,
  reportPath: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const plan = narration.placed?.plan;
  if (reportPath && described && plan)
    await writeWholeFile(reportPath, writeDescriptionReport({ ...described, plan }), signal);
  if (!file) return;
  const { writeNarratedVideo } = await import('./video-file.ts');
  const placed = { language, pauses: plan?.pauses ?? [], isDescription: plan !== undefined };
  await writeNarratedVideo(file, { ...narration, ...placed }, signal);
}

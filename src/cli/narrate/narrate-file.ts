import { findFrameRate } from '#media/frame-rate.ts';
import { createScript } from '#narration/create-script.ts';
import { createTimedScript } from '#narration/create-timed-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type Language } from '#shared/languages.ts';
import { writeDescriptionReport } from '#shared/script/description-report.ts';
import type { DescribedVideo } from '#shared/script/plan-description.ts';
import { isTimedScript } from '#shared/script/time-mark.ts';
import { removeTimes } from '#shared/script/timed-script.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { keepAnalysis } from './keep-analysis.ts';
import { keepSpoken } from './keep-spoken.ts';
import { openCache } from './open-cache.ts';
import type { Parts } from './open-parts.ts';
import { withReadable } from './open-readable.ts';
import type { NarrateOptions, NarrateVideo, SpeakScript } from './read-options.ts';
import { readWritten } from './read-written.ts';
import { type SpokenTimed, speakTimed } from './speak-timed.ts';
import { speakUntimed } from './speak-untimed.ts';
import { tell } from './tell.ts';
import type { PlannedVideoFile } from './video-file.ts';
import { needsCues, type SpokenNarration, writeDeliveries } from './write-deliveries.ts';
import { requireFolder, writeWholeFile } from './write-whole-file.ts';

/** What is to be spoken, and how long the sound shall be where that is known. */
interface Narration {
  readonly script: string;
  readonly durationSeconds: number | undefined;
}

/** What was found out about the video before anybody was paid. */
interface Prepared {
  readonly file: PlannedVideoFile | undefined;
  readonly described: DescribedVideo | undefined;
  /** Where editors' files are asked for. */
  readonly frameRate?: number | undefined;
}

/**
 * Narrates a video, or speaks a script, and writes what was asked for.
 * @returns the files that were written
 * @throws CodedError `bad_request` where the command is wrong, before anybody is paid; what the engines and `writeWholeFile` throw
 */
export async function narrate(options: NarrateOptions, parts: Parts): Promise<string[]> {
  const paths = await requirePlaces(options);
  const { videoPath } = options;
  const file =
    videoPath === undefined
      ? await narrateReadable(options, parts)
      : await withReadable(videoPath, options.deliveries.video !== undefined, parts, path =>
          narrateReadable({ ...options, videoPath: path }, parts),
        );
  return file ? [...paths, file.path] : paths;
}

/** Before anybody is paid for what could not be written. */
async function requirePlaces(options: NarrateOptions): Promise<string[]> {
  const { video, ...files } = options.deliveries;
  const analysisPath = options.job === 'narrate' ? options.analysisPath : undefined;
  const paths = [...Object.values(files), analysisPath].filter(path => path !== undefined);
  for (const path of video ? [...paths, video.path] : paths) await requireFolder(path);
  return paths;
}

/** @returns the video that was written */
async function narrateReadable(options: NarrateOptions, parts: Parts): Promise<PlannedVideoFile | undefined> {
  const written = options.job === 'speak' ? await readScript(options) : undefined;
  const prepared = await prepareVideo(options, parts);
  const narration = written
    ? await addDuration(written, options.videoPath, prepared, parts)
    : await writeNarration(options as NarrateVideo, prepared, parts);
  await speak(options, narration, prepared, parts);
  return prepared.file;
}

async function readScript({ speakPath, videoPath, isTimed, deliveries }: SpeakScript) {
  const written = await readWritten(speakPath);
  // Under a video a script without times is spoken from its beginning.
  const needsTimes = isTimed || (videoPath !== undefined && deliveries.video === undefined);
  if (!written.isTimed && needsTimes)
    throw new CodedError('bad_request', {
      message: `${speakPath} has no times. Begin each line with one, such as [0:12], or leave the video and --timed out.`,
    });
  return written;
}

/** Decoders are only loaded for those who want a video, or a description of one. */
async function prepareVideo(options: NarrateOptions, { config, signal }: Parts): Promise<Prepared> {
  const { deliveries, description: kind, videoPath } = options;
  const maxSeconds = config.maxVideoSeconds;
  if (videoPath === undefined) return { file: undefined, described: undefined };
  const file =
    deliveries.video &&
    (await (
      await import('./video-file.ts')
    ).planVideoFile(deliveries.video, { videoPath, maxSeconds, kind }));
  const described =
    kind &&
    (await (
      await import('./find-described-video.ts')
    ).findDescribedVideo(videoPath, kind, maxSeconds, signal));
  const frameRate = deliveries.editorsPath ? await readFrameRate(videoPath, maxSeconds) : undefined;
  return { file, described, frameRate };
}

async function readFrameRate(videoPath: string, maxSeconds: number): Promise<number> {
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  const video = await openVideoFile(videoPath, { maxSeconds });
  try {
    return await findFrameRate(video);
  } finally {
    video.close();
  }
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
    (await frameReader.readDuration(videoPath, { asker: nameAsker(videoPath), signal }));
  return { script, durationSeconds };
}

/** Each video is decoded for itself: an asker has one decoder at a time. */
function nameAsker(videoPath: string): string {
  return `the command line: ${videoPath}`;
}

/** Writes the script for a video; what was seen and the script are written to their files when those are named. */
async function writeNarration(
  options: NarrateVideo,
  { described }: Prepared,
  { config, engines, frameReader, signal }: Parts,
): Promise<Narration> {
  const { videoPath } = options;
  const mostFrames = config.maxTimedFrames;
  const timed = options.isTimed ? { most: mostFrames } : undefined;
  let durationSeconds: number | undefined;
  const readFrames = async (signal: AbortSignal) => {
    const read = await frameReader.readFrames(videoPath, { asker: nameAsker(videoPath), signal }, timed);
    durationSeconds = read.durationSeconds;
    return read;
  };
  const wish = { wish: options.wish, language: options.language };
  const vision = keepAnalysis(await engines.vision.choose(signal), options.analysisPath);
  const script = await engines.script.choose(signal);
  // A server of one's own may take fewer pictures than a video has, and not say so.
  await vision.warmUp?.(signal);
  const using = { engines: { vision, script }, readFrames };
  const description = described && { kind: described.kind, gaps: described.gaps };
  const lines = timed
    ? createTimedScript(using, { ...wish, mostFrames, description }, signal)
    : createScript(using, wish, signal);
  let written = '';
  let notice: string | undefined;
  for await (const line of lines) {
    if ('stage' in line) tell(`${line.stage} …`);
    if (!('script' in line)) continue;
    written = line.script;
    notice = line.notice;
  }
  // Where there is nothing to say, nothing is spoken.
  if (written === '') throw new CodedError('invalid_video', { message: notice });
  if (notice) tell(notice);
  // Already now: it was paid for, even if nobody can speak it.
  if (options.deliveries.scriptPath) await writeWholeFile(options.deliveries.scriptPath, `${written}\n`);
  return { script: written, durationSeconds };
}

async function speak(
  options: NarrateOptions,
  { script, durationSeconds }: Narration,
  prepared: Prepared,
  { engines, signal }: Parts,
): Promise<void> {
  tell('speaking …');
  const { voice, deliveries, shortens } = options;
  const { outPath } = deliveries;
  const language = options.language
    ? getLanguage(options.language)
    : await detectLanguage(removeTimes(script));
  const speaker = await engines.speech[getVoicePlan(voice)].chooseFor(language, signal);
  let narration: SpokenNarration & Partial<SpokenTimed>;
  if (isTimedScript(script)) {
    const wish = options.job === 'narrate' ? options.wish : undefined;
    const counts = { spoken: 0, kept: 0 };
    const speech = keepSpoken(speaker, await openCache(options.cache, process.env), counts);
    // Who leaves the words as they are need not find out who could write.
    const writer = shortens ? await engines.script.choose(signal) : engines.script.current;
    const { described } = prepared;
    const asked = { script, voice, language, durationSeconds, shortens, wish, described };
    narration = await speakTimed({ script: writer, speech }, asked, outPath, signal);
    if (counts.kept > 0)
      tell(`${counts.kept} lines were spoken before; ${counts.spoken} had to be spoken now.`);
  } else {
    const asked = { script, voice, language: language.name, tellsCues: needsCues(deliveries) };
    narration = await speakUntimed(speaker, asked, outPath, signal);
  }
  await writeDeliveries(deliveries, { ...narration, frameRate: prepared.frameRate }, language);
  const videoPath = await writeVideo(prepared, narration, language, deliveries.reportPath, signal);
  const { mp3Bytes } = narration;
  const sound = `${outPath}, ${Math.ceil(mp3Bytes / 1000)} kB, spoken by ${speaker.provider.name}`;
  tell(`done: ${videoPath === undefined ? sound : `${videoPath}; ${sound}`}`);
}

/** Writes the report and the video, where they were asked for. */
async function writeVideo(
  { file, described }: Prepared,
  narration: SpokenNarration & Partial<SpokenTimed>,
  language: Language,
  reportPath: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  const plan = narration.laid?.plan;
  if (reportPath && described && plan)
    await writeWholeFile(reportPath, writeDescriptionReport({ ...described, plan }));
  if (!file) return undefined;
  const { writeNarratedVideo } = await import('./video-file.ts');
  const laid = { language, pauses: plan?.pauses ?? [], isDescription: plan !== undefined };
  await writeNarratedVideo(file, { ...narration, ...laid }, signal);
  return file.path;
}

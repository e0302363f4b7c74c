import { createScript } from '#narration/create-script.ts';
import { createTimedScript } from '#narration/create-timed-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import type { FrameReader } from '#server/decoding/frame-reader.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { isTimedScript } from '#shared/script/time-mark.ts';
import { removeTimes } from '#shared/script/timed-script.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { keepAnalysis } from './narrate/keep-analysis.ts';
import { keepSpoken } from './narrate/keep-spoken.ts';
import { openCache } from './narrate/open-cache.ts';
import {
  type NarrateOptions,
  type NarrateVideo,
  readOptions,
  type SpeakScript,
} from './narrate/read-options.ts';
import { readWritten, requireFile } from './narrate/read-written.ts';
import { speakTimed } from './narrate/speak-timed.ts';
import { speakUntimed } from './narrate/speak-untimed.ts';
import { tell } from './narrate/tell.ts';
import { usage } from './narrate/usage.ts';
import { needsCues, type SpokenNarration, writeDeliveries } from './narrate/write-deliveries.ts';
import { requireFolder, writeWholeFile } from './narrate/write-whole-file.ts';

/** The command line's exit codes: done, something failed, the command was wrong, stopped by Ctrl+C. */
const exitCodes = { done: 0, failed: 1, wrongCommand: 2, stopped: 130 } as const;
const asker = 'the command line';

process.exitCode = await main();

async function main(): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  try {
    // npm changes the folder to the package's own and keeps the person's in INIT_CWD.
    const options = readOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
    if (!options) {
      console.log(usage);
      return exitCodes.done;
    }
    await narrate(options, readConfig(process.env), stop.signal);
    return exitCodes.done;
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.stopped;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    tell(error.message);
    return error instanceof CodedError && error.code === 'bad_request'
      ? exitCodes.wrongCommand
      : exitCodes.failed;
  }
}

/** What is to be spoken, and how long the sound shall be where that is known. */
interface Narration {
  readonly script: string;
  readonly durationSeconds: number | undefined;
}

interface Parts {
  readonly config: Config;
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
  readonly signal: AbortSignal;
}

async function narrate(options: NarrateOptions, config: Config, signal: AbortSignal): Promise<void> {
  // Before anybody is paid for what could not be written.
  for (const path of Object.values(options.deliveries)) if (path) await requireFolder(path);
  await using opened = new AsyncDisposableStack();
  const decoding = opened.adopt(
    openDecoding({
      maxSeconds: config.maxVideoSeconds,
      textLanguages: config.offlineTextLanguages,
      workers: 1,
    }),
    each => each.close(),
  );
  const engines = opened.adopt(chooseEngines(config, decoding), each => each.close());
  const parts = { config, engines, frameReader: decoding.frameReader, signal };
  const narration =
    options.job === 'speak' ? await readNarration(options, parts) : await writeNarration(options, parts);
  await speak(options, narration, parts);
}

async function readNarration(
  { speakPath, videoPath, isTimed }: SpeakScript,
  { frameReader, signal }: Parts,
): Promise<Narration> {
  const written = await readWritten(speakPath);
  if (!written.isTimed && (isTimed || videoPath !== undefined))
    throw new CodedError('bad_request', {
      message: `${speakPath} has no times. Begin each line with one, such as [0:12], or leave the video and --timed out.`,
    });
  if (videoPath === undefined) return { script: written.script, durationSeconds: written.endSeconds };
  await requireFile(videoPath);
  const durationSeconds = await frameReader.readDuration(videoPath, { asker, signal });
  return { script: written.script, durationSeconds };
}

/** Writes the script for a video; what was seen and the script are written to their files when those are named. */
async function writeNarration(options: NarrateVideo, parts: Parts): Promise<Narration> {
  const { config, engines, frameReader, signal } = parts;
  await requireFile(options.videoPath);
  const mostFrames = config.maxTimedFrames;
  const timed = options.isTimed ? { most: mostFrames } : undefined;
  let durationSeconds: number | undefined;
  const readFrames = async (signal: AbortSignal) => {
    const read = await frameReader.readFrames(options.videoPath, { asker, signal }, timed);
    durationSeconds = read.durationSeconds;
    return read;
  };
  const wish = { wish: options.wish, language: options.language };
  const vision = keepAnalysis(await engines.vision.choose(signal), options.analysisPath);
  const script = await engines.script.choose(signal);
  // A server of one's own may take fewer pictures than a video has, and not say so.
  await vision.warmUp?.(signal);
  const using = { engines: { vision, script }, readFrames };
  const lines = timed
    ? createTimedScript(using, { ...wish, mostFrames }, signal)
    : createScript(using, wish, signal);
  let written = '';
  for await (const line of lines) {
    if ('stage' in line) tell(`${line.stage} …`);
    if (!('script' in line)) continue;
    written = line.script;
    if (line.notice) tell(line.notice);
  }
  // Already now: it was paid for, even if nobody can speak it.
  if (options.deliveries.scriptPath) await writeWholeFile(options.deliveries.scriptPath, `${written}\n`);
  return { script: written, durationSeconds };
}

async function speak(
  options: NarrateOptions,
  { script, durationSeconds }: Narration,
  { engines, signal }: Parts,
): Promise<void> {
  tell('speaking …');
  const { voice, deliveries, shortens } = options;
  const { outPath } = deliveries;
  const language = options.language ? getLanguage(options.language) : detectLanguage(removeTimes(script));
  const speaker = await engines.speech[getVoicePlan(voice)].chooseFor(language, signal);
  let narration: SpokenNarration;
  if (isTimedScript(script)) {
    const wish = options.job === 'narrate' ? options.wish : undefined;
    const counts = { spoken: 0, kept: 0 };
    const speech = keepSpoken(speaker, await openCache(options.cache, process.env), counts);
    // Who leaves the words as they are need not find out who could write.
    const writer = shortens ? await engines.script.choose(signal) : engines.script.current;
    const asked = { script, voice, language, durationSeconds, shortens, wish };
    narration = await speakTimed({ script: writer, speech }, asked, outPath, signal);
    if (counts.kept > 0)
      tell(`${counts.kept} lines were spoken before; ${counts.spoken} had to be spoken now.`);
  } else {
    const asked = { script, voice, language: language.name, tellsCues: needsCues(deliveries) };
    narration = await speakUntimed(speaker, asked, outPath, signal);
  }
  await writeDeliveries(deliveries, narration, language);
  const { mp3Bytes } = narration;
  tell(`done: ${outPath}, ${Math.ceil(mp3Bytes / 1000)} kB, spoken by ${speaker.provider.name}`);
}

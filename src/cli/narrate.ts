import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';
import { createScript } from '#narration/create-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import type { FrameReader } from '#server/decoding/frame-reader.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { isTimedScript, removeTimes } from '#shared/script/timed-script.ts';
import { getVoicePlan } from '#shared/voices.ts';
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
import { needsCues, writeDeliveries } from './narrate/write-deliveries.ts';
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
  const parts = { engines, frameReader: decoding.frameReader, signal };
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
async function writeNarration(
  options: NarrateVideo,
  { engines, frameReader, signal }: Parts,
): Promise<Narration> {
  await requireFile(options.videoPath);
  const readFrames = (signal: AbortSignal) => frameReader.readFrames(options.videoPath, { asker, signal });
  const wish = { wish: options.wish, language: options.language };
  const vision = keepAnalysis(await engines.vision.choose(signal), options.analysisPath);
  const script = await engines.script.choose(signal);
  // A server of one's own may take fewer pictures than a video has, and not say so.
  await vision.warmUp?.(signal);
  let written = '';
  for await (const line of createScript({ engines: { vision, script }, readFrames }, wish, signal)) {
    if ('stage' in line) tell(`${line.stage} …`);
    if ('script' in line) written = line.script;
  }
  // Already now: it was paid for, even if nobody can speak it.
  if (options.deliveries.scriptPath) await writeWholeFile(options.deliveries.scriptPath, `${written}\n`);
  return { script: written, durationSeconds: undefined };
}

/**
 * The same engine; what it sees is written to a file as soon as it is told, so that it is there even when nobody can write
 * from it.
 */
function keepAnalysis(vision: VisionEngine, path: string | undefined): VisionEngine {
  if (path === undefined) return vision;
  return wrapVision(vision, async request => {
    const analysis = await vision.analyze(request);
    await writeWholeFile(path, `${analysis}\n`);
    return analysis;
  });
}

async function speak(
  { voice, language: named, cache, deliveries }: NarrateOptions,
  { script, durationSeconds }: Narration,
  { engines, signal }: Parts,
): Promise<void> {
  tell('speaking …');
  const language = named ? getLanguage(named) : detectLanguage(removeTimes(script));
  const chosen = await engines.speech[getVoicePlan(voice)].chooseFor(language, signal);
  const isTimed = isTimedScript(script);
  const counts = { spoken: 0, kept: 0 };
  const store = isTimed ? await openCache(cache, process.env) : undefined;
  const engine = keepSpoken(chosen, store, counts);
  const { outPath } = deliveries;
  const request = { script, voice, language: language.name, tellsCues: needsCues(deliveries) };
  const narration = isTimed
    ? await speakTimed(engine, { script, voice, language, durationSeconds }, outPath, signal)
    : await speakUntimed(engine, request, outPath, signal);
  await writeDeliveries(deliveries, narration, language);
  if (counts.kept > 0)
    tell(`${counts.kept} lines are as they were; ${counts.spoken} had to be spoken again.`);
  tell(`done: ${outPath}, ${Math.ceil(narration.mp3Bytes / 1000)} kB, spoken by ${engine.provider.name}`);
}

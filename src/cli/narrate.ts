import { readFile, stat } from 'node:fs/promises';
import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { createScript } from '#narration/create-script.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { type ChosenEngines, chooseEngines } from '#server/choose-engines.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import type { FrameReader } from '#server/decoding/frame-reader.ts';
import { openDecoding } from '#server/decoding/open-decoding.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import { takeMp3 } from '#shared/speech.ts';
import { getVoicePlan } from '#shared/voices.ts';
import { type NarrateOptions, type NarrateVideo, readOptions, usage } from './read-options.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** The command line's exit codes: done, something failed, the command was wrong, stopped by Ctrl+C. */
const exitCodes = { done: 0, failed: 1, wrongCommand: 2, stopped: 130 } as const;

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

async function narrate(options: NarrateOptions, config: Config, signal: AbortSignal): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const decoding = opened.adopt(
    openDecoding({
      maxSeconds: config.maxVideoSeconds,
      textLanguages: config.offlineTextLanguages,
      workers: 1,
    }),
    each => each.close(),
  );
  const { frameReader } = decoding;
  const engines = opened.adopt(chooseEngines(config, decoding), each => each.close());
  const script =
    options.job === 'speak'
      ? await readNamedFile(options.speakPath)
      : await writeNarration(options, { engines, frameReader }, signal);
  await speak(options, script, { engines, signal });
}

interface WritingParts {
  readonly engines: ChosenEngines;
  readonly frameReader: FrameReader;
}

/** Writes the script for a video, and what was seen and the script to their files when those are named. */
async function writeNarration(
  options: NarrateVideo,
  { engines, frameReader }: WritingParts,
  signal: AbortSignal,
): Promise<string> {
  await requireFile(options.videoPath);
  const readFrames = (signal: AbortSignal) =>
    frameReader.readFrames(options.videoPath, { asker: 'the command line', signal });
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
  if (options.scriptPath) await writeWholeFile(options.scriptPath, `${written}\n`);
  return written;
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

interface SpeakingParts {
  readonly engines: ChosenEngines;
  readonly signal: AbortSignal;
}

async function speak(
  options: NarrateOptions,
  script: string,
  { engines, signal }: SpeakingParts,
): Promise<void> {
  tell('speaking …');
  const { voice } = options;
  const language = options.language ? getLanguage(options.language) : detectLanguage(script);
  const engine = await engines.speech[getVoicePlan(voice)].chooseFor(language, signal);
  const sound = await convertToVoice(engine, { script, voice, language: language.name }, signal);
  const bytes = await writeWholeFile(options.outPath, takeMp3(sound));
  tell(`done: ${options.outPath}, ${Math.ceil(bytes / 1000)} kB, spoken by ${engine.provider.name}`);
}

async function readNamedFile(path: string): Promise<string> {
  await requireFile(path);
  return readFile(path, 'utf8');
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new CodedError('bad_request', { message: `There is no file ${path}.` });
}

/** Progress and errors go to stderr, so that stdout stays free. */
function tell(sentence: string): void {
  console.error(sentence);
}

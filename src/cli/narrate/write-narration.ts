import { createScript } from '#narration/create-script.ts';
import { createTimedScript } from '#narration/create-timed-script.ts';
import { writeDescription } from '#narration/write-description.ts';
import { writeScript } from '#narration/write-script.ts';
import { writeTimedScript } from '#narration/write-timed-script.ts';
import type { WritingStep } from '#narration/writing-step.ts';
import type { Source } from '#shared/api/fields.ts';
import type { Analysis } from '#shared/api/progress.ts';
import { CodedError } from '#shared/errors.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { readObservations, toObservations } from '#shared/narration/observations.ts';
import { createLines, createNarration, type Narration, toStyle } from '#shared/narration/project.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { DescribedVideo } from '#shared/script/plan-description.ts';
import { keepUntold, type Untold } from '#shared/script/untold.ts';
import { toSaid } from '#shared/transcript/to-transcript.ts';
import type { RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { NarrateVideo } from './options.ts';
import { nameRequester, type Prepared } from './prepare-video.ts';
import { reportStatus } from './report-status.ts';
import { printScriptFile } from './write-deliveries.ts';
import { leadsToStream, writeWholeFile } from './write-whole-file.ts';

/**
 * Writes a narration of a video from what was seen in it, and adds it to the document. Looks at the video if the document does not say
 * what was seen.
 * @throws CodedError of the engines; `invalid_video` if there is nothing to say
 */
export async function writeNarration(
  options: NarrateVideo,
  document: RunDocument,
  { described }: Prepared,
  parts: Parts,
): Promise<Narration> {
  let script: string | readonly Cue[] = [];
  let notice: string | undefined;
  let writer: Source | undefined;
  let untold: readonly Untold[] | undefined;
  for await (const step of await startWriting(options, document, described, parts)) {
    if ('stage' in step) reportStatus(`${step.stage} …`);
    if ('analysis' in step) await keepAnalysis(step, options, document, parts);
    if (!('lines' in step || 'script' in step)) continue;
    script = 'lines' in step ? step.lines : step.script;
    notice = step.notice;
    writer = step.writer;
    untold = step.untold;
  }
  if (script.length === 0) throw new CodedError('invalid_video', { message: notice });
  if (notice) reportStatus(notice);
  const narration = createNarration({
    name: options.narrationName ?? '',
    language: options.language,
    style: toStyle(typeof script !== 'string', options.description),
    prompt: options.prompt,
    settings: { voice: options.voice, ...(options.detail && { detail: options.detail }) },
    writer,
    untold: keepUntold(untold),
    lines: createLines(script, 'written'),
  });
  await document.change({ type: 'addNarration', narration });
  // Written now because it is already paid for, even if speech fails.
  const { scriptPath } = options.deliveries;
  if (scriptPath && !(await leadsToStream(scriptPath)))
    await writeWholeFile(scriptPath, printScriptFile(narration.lines), parts.signal);
  return narration;
}

async function startWriting(
  options: NarrateVideo,
  { project }: RunDocument,
  described: DescribedVideo | undefined,
  { config, engines, frameReader, signal }: Parts,
): Promise<AsyncIterable<WritingStep>> {
  const { videoPath, prompt, language, isTimed } = options;
  const script = await engines.script.choose(signal);
  const said = toSaid(project);
  const { kind, gaps } = described ?? {};
  const cast = listPeople(project.cast);
  const description = kind && gaps && { kind, gaps, detail: options.detail, cast };
  if (project.video && project.observations.length > 0 && !options.looksAgain) {
    reportStatus('Writing from what was seen before. --look-again looks at the video again.');
    const { analysis, moments } = readObservations(project.observations);
    if (options.analysisPath) await writeWholeFile(options.analysisPath, `${analysis}\n`, signal);
    const durationSeconds = project.video.durationMs / 1000;
    const asked = { analysis, cuePoints: moments, prompt, language, durationSeconds, said };
    if (description) return writeDescription(script, asked, description, signal);
    return isTimed ? writeTimedScript(script, asked, signal) : writeScript(script, asked, signal);
  }
  const timed = isTimed ? { most: config.maxTimedFrames } : undefined;
  const requester = nameRequester(videoPath);
  const readFrames = (signal: AbortSignal) => frameReader.readFrames(videoPath, { requester, signal }, timed);
  const using = { engines: { vision: await engines.vision.choose(signal), script }, readFrames };
  return timed
    ? createTimedScript(using, { prompt, language, said, mostFrames: timed.most, description }, signal)
    : createScript(using, { prompt, language, said }, signal);
}

/** Saved as soon as it is paid for, even if writing the script fails. */
export async function keepAnalysis(
  seen: Analysis,
  { analysisPath, videoPath }: Pick<NarrateVideo, 'analysisPath' | 'videoPath'>,
  document: RunDocument,
  { config, signal }: Parts,
): Promise<void> {
  if (analysisPath) await writeWholeFile(analysisPath, `${seen.analysis}\n`, signal);
  const { videoFile } = document;
  if (!videoFile) return;
  const size = await readSize(videoPath, config.maxVideoSeconds);
  await document.change(
    { type: 'setVideo', video: { ...videoFile, ...size } },
    { type: 'setObservations', observations: toObservations(seen) },
  );
}

async function readSize(videoPath: string, maxSeconds: number) {
  const { openVideoFile } = await import('#media/node/open-video-file.ts');
  const video = await openVideoFile(videoPath, { maxSeconds });
  video.close();
  const { durationMs, width, height } = video;
  return { durationMs: Math.round(durationMs), width, height };
}

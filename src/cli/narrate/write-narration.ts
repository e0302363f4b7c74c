import { mayShowMovement } from '#narration/analyze-frames.ts';
import { createScript, createTimedScript } from '#narration/create-script.ts';
import {
  collectNarration,
  isSeen,
  type NarrationOrder,
  writeFromProject,
} from '#narration/write-from-project.ts';
import type { WritingStep } from '#narration/write-script.ts';
import type { Analysis } from '#shared/api/progress.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { type Narration, readObservations, toObservations } from '#shared/narration/project.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { toSaid } from '#shared/transcript/to-transcript.ts';
import { readSize } from './compare-video.ts';
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
  const cast = listPeople(document.project.cast);
  const description = described && { ...described, detail: options.detail, cast };
  const order = { ...options, description, name: options.narrationName };
  const steps = await startWriting(options, document, order, parts);
  const { narration, notice } = await collectNarration(steps, order, async step => {
    if ('stage' in step) reportStatus(`${step.stage} …`);
    if ('analysis' in step) await keepAnalysis(step, options, document, parts);
  });
  if (notice) reportStatus(notice);
  await document.change({ type: 'addNarration', narration });
  // Written now because it is already paid for, even if speech fails.
  const { scriptPath } = options.deliveries;
  if (scriptPath && !(await leadsToStream(scriptPath)))
    await writeWholeFile(scriptPath, printScriptFile(narration.lines, document.project.cast), parts.signal);
  return narration;
}

async function startWriting(
  options: NarrateVideo,
  { project }: RunDocument,
  order: NarrationOrder,
  { config, engines, frameReader, signal }: Parts,
): Promise<AsyncIterable<WritingStep>> {
  const { videoPath, videoName, prompt, language, isTimed } = options;
  const script = await engines.script.choose(signal);
  if (isSeen(project) && !options.looksAgain) {
    reportStatus('Reusing the last analysis. --look-again looks at the video again.');
    const { analysis } = readObservations(project.observations);
    if (options.analysisPath) await writeWholeFile(options.analysisPath, `${analysis}\n`, signal);
    return writeFromProject(script, project, order, signal);
  }
  const said = toSaid(project);
  const { description } = order;
  const vision = await engines.vision.choose(signal);
  const most = config.maxTimedFrames;
  const timed = isTimed ? { most, showsMovement: mayShowMovement(vision) } : undefined;
  const requester = nameRequester(videoPath);
  const readFrames = (signal: AbortSignal, gaps?: readonly TimeSpan[]) =>
    frameReader.readFrames(videoPath, { requester, signal }, timed && { ...timed, gaps }, videoName);
  const using = { engines: { vision, script }, readFrames };
  const asked = { prompt, language, said, cast: listPeople(project.cast) };
  return timed
    ? createTimedScript(using, { ...asked, maxFrames: most, description }, signal)
    : createScript(using, asked, signal);
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
    { type: 'setVideo', video: { ...document.project.video, ...videoFile, ...size } },
    { type: 'setObservations', observations: toObservations(seen) },
  );
}

import { basename } from 'node:path';
import { analyzeFrames, mayShowMovement } from '#narration/analyze-frames.ts';
import { CodedError } from '#shared/errors.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import type { Project } from '#shared/narration/project.ts';
import { toSaid } from '#shared/transcript/to-transcript.ts';
import type { VideoPaths } from '../narrate/compare-video.ts';
import { openDocument } from '../narrate/open-document.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { nameRequester, withReadable } from '../narrate/prepare-video.ts';
import { reportStatus } from '../narrate/report-status.ts';
import { keepAnalysis } from '../narrate/write-narration.ts';
import { planNarration } from './local-work.ts';

/**
 * Looks at a video, as densely as for lines with times, and keeps the notes in its project file.
 * @throws CodedError as `openDocument`, `withReadable`, and of the engine
 */
export async function lookAt(
  { videoPath, projectPath }: VideoPaths,
  prompt: string,
  parts: Parts,
): Promise<Project> {
  const { config, engines, frameReader, signal } = parts;
  const document = await openDocument(planNarration(videoPath, { prompt, project: projectPath }), parts);
  await withReadable(videoPath, false, parts, async readablePath => {
    const vision = await engines.vision.choose(signal);
    const most = config.maxTimedFrames;
    reportStatus('reading frames …');
    const asked = { requester: nameRequester(readablePath), signal };
    const { project } = document;
    const timed = { most, showsMovement: mayShowMovement(vision) };
    const taken = await frameReader.readFrames(readablePath, asked, timed, basename(videoPath));
    const { title, ...sampled } = taken;
    const context = { title, said: toSaid(project), cast: listPeople(project.cast) };
    const looking = { prompt, ...sampled, maxFrames: most, context };
    for await (const step of analyzeFrames(vision, looking, signal)) {
      if ('stage' in step) reportStatus(`${step.stage} …`);
      if ('analysis' in step)
        await keepAnalysis(step, { analysisPath: undefined, videoPath: readablePath }, document, parts);
    }
  });
  if (document.project.observations.length === 0) throw new CodedError('invalid_video');
  return document.project;
}

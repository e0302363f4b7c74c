import { basename } from 'node:path';
import { mayShowMovement } from '#narration/analyze-frames.ts';
import { createTimedScript } from '#narration/create-script.ts';
import { settleLanguage } from '#narration/detect-language.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import type { Span } from '#shared/narration/new-cut.ts';
import { getDescriptionKind, joinText, type Observation, toObservations } from '#shared/narration/project.ts';
import { listPartCommands, partPrompt, toScriptPart } from '#shared/narration/write-part.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import type { DescribedVideo } from '#shared/script/plan-lines.ts';
import { limitSaid, toSaid } from '#shared/transcript/to-transcript.ts';
import { describeByWords } from './keep-transcript.ts';
import { findNarration, type RunDocument } from './open-document.ts';
import type { Parts } from './open-parts.ts';
import type { SpokenOptions } from './options.ts';
import { nameRequester, withReadable } from './prepare-video.ts';
import { reportStatus } from './report-status.ts';

interface Order extends Partial<Pick<SpokenOptions, 'audioTrack'>> {
  readonly videoPath: string;
  /** As `findNarration`. */
  readonly narrationName: string | undefined;
}

/**
 * Writes lines for the parts of a video for which a narration has none: looks at each alone, and keeps it once it is written.
 * @throws CodedError as `createTimedScript` and `withReadable`
 */
export async function writeNewParts(order: Order, document: RunDocument, parts: Parts): Promise<void> {
  const { narrationName, videoPath, audioTrack } = order;
  const narration = findNarration(document.project, narrationName);
  if (!narration.unwritten) return;
  await withReadable(videoPath, false, parts, async readablePath => {
    const kind = getDescriptionKind(narration);
    const { findDescribedVideo } = kind ? await import('./video-file.ts') : {};
    const { maxVideoSeconds } = parts.config;
    const found =
      kind && (await findDescribedVideo?.(readablePath, { kind, audioTrack }, maxVideoSeconds, parts.signal));
    const description = describeByWords(found, document.project);
    const video = { readablePath, videoName: basename(videoPath), description };
    for (const span of narration.unwritten ?? [])
      await writePart({ ...video, narrationId: narration.id, span }, document, parts);
  });
}

interface PartOrder {
  readonly readablePath: string;
  readonly videoName: string;
  readonly narrationId: string;
  readonly span: Span;
  readonly description: DescribedVideo | undefined;
}

async function writePart(
  { readablePath, videoName, narrationId, span, description }: PartOrder,
  document: RunDocument,
  { config, engines, frameReader, signal }: Parts,
): Promise<void> {
  const { project } = document;
  // With the lines of the part before.
  const narration = findNarration(project, narrationId);
  const { detail } = narration.settings;
  const vision = await engines.vision.choose(signal);
  const script = await engines.script.choose(signal);
  const cast = listPeople(project.cast);
  const { name: language } = await settleLanguage(narration.language, joinText(narration.lines));
  const job = { requester: nameRequester(readablePath), signal };
  const timed = { most: config.maxTimedFrames, showsMovement: mayShowMovement(vision) };
  const readFrames = (_: AbortSignal, gaps?: readonly TimeSpan[], within?: TimeSpan) =>
    frameReader.readFrames(readablePath, job, { ...timed, gaps, within }, videoName);
  const asked = {
    ...{ language, cast, said: limitSaid(toSaid(project)), maxFrames: timed.most },
    prompt: narration.prompt.trim() || partPrompt,
    description: description && { ...description, detail, cast },
    part: toScriptPart(narration, span),
  };
  let observations: readonly Observation[] = [];
  for await (const step of createTimedScript({ engines: { vision, script }, readFrames }, asked, signal)) {
    if ('stage' in step) reportStatus(`${step.stage} …`);
    if ('analysis' in step) observations = toObservations(step);
    if (!('lines' in step)) continue;
    if (step.notice) reportStatus(step.notice);
    if (step.lines.length === 0) continue;
    const lines = step.lines.map(({ startSeconds, text }) => ({
      startMs: Math.round(startSeconds * 1000),
      text,
    }));
    const written = { ...step, lines, observations };
    await document.change(...listPartCommands(document.project, narration, span, written));
  }
}

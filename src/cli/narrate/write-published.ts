import { createReadStream } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { streamZip } from '#media/mix/editors-files.ts';
import { listPublishedFiles } from '#media/mix/export-folders.ts';
import { usualMix } from '#media/mix/mix-settings.ts';
import { checkDescription } from '#shared/checks/check-description.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import { listReportSections, writeDescriptionReport } from '#shared/report/description-report.ts';
import { writeReportPage } from '#shared/report/write-report-page.ts';
import type { DescribedVideo, DescriptionPlan, LineToPlan } from '#shared/script/plan-lines.ts';
import type { SpokenOptions } from './options.ts';
import { hasEnding } from './video-options.ts';
import type { Delivered } from './write-deliveries.ts';
import { makeFolder, writeWholeFile } from './write-whole-file.ts';

/** The file to open of what is published: the page in a folder, or a zip. */
export function findPage(path: string): string {
  return hasEnding(path, 'zip') ? path : join(path, 'index.html');
}

interface Publishing extends Delivered {
  readonly narration: Narration;
  /** Of an audio description. */
  readonly described: DescribedVideo | undefined;
  readonly plan: DescriptionPlan<LineToPlan> | undefined;
}

/**
 * Writes the report, and the page with the video and its voice in a folder, or as a zip.
 * @throws CodedError as `writeWholeFile`
 */
export async function writePages(
  options: SpokenOptions,
  project: Project,
  { narration, described, plan, sound, language, provenance }: Publishing,
  signal: AbortSignal,
): Promise<void> {
  const { videoPath, videoName = '', deliveries } = options;
  const { reportPath, publishPath } = deliveries;
  const { review, untold, lines } = project.narrations.find(({ id }) => id === narration.id) ?? narration;
  const found = { provenance, untold, review, observations: project.observations };
  const checked = { ...project, lines, language: language.name, plan };
  const result = described && plan && { ...described, ...found, plan, checks: checkDescription(checked) };
  const report = result && listReportSections(result);
  const title = project.title || basename(videoName, extname(videoName));
  const page = { project: { ...project, title }, language: language.name, report };
  if (reportPath && report) {
    const text = hasEnding(reportPath, 'html')
      ? writeReportPage(report, { ...page, marks: createMarks(provenance, 'text') })
      : writeDescriptionReport(result);
    await writeWholeFile(reportPath, text, signal);
  }
  if (!publishPath || !videoPath) return;
  const published = {
    ...page,
    isDescription: described !== undefined,
    pauses: plan?.pauses ?? [],
    videoName: basename(videoPath),
    duckDb: (narration.settings.mix ?? usualMix).duckDb,
    marks: createMarks(provenance, 'voice'),
  };
  const files = listPublishedFiles(published, sound.readLines(), createReadStream(videoPath));
  if (hasEnding(publishPath, 'zip')) await writeWholeFile(publishPath, streamZip(files), signal);
  else {
    await makeFolder(publishPath);
    for await (const { name, input } of files) await writeWholeFile(join(publishPath, name), input, signal);
  }
}

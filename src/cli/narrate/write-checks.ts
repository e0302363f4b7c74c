import { dirname, relative, sep } from 'node:path';
import type { CheckedDescription } from '#shared/checks/check-description.ts';
import { writeSarif } from '#shared/checks/write-sarif.ts';
import { printProject } from '#shared/narration/open-project.ts';
import type { Project } from '#shared/narration/project.ts';
import type { SpokenOptions } from './options.ts';
import { writeWholeFile } from './write-whole-file.ts';

/**
 * Writes what is wrong with the lines of a description, if that was requested; with a project file, each finding names its row.
 * @throws CodedError as `writeWholeFile`
 */
export async function writeChecks(
  options: SpokenOptions,
  project: Project,
  spoken: Pick<CheckedDescription, 'lines' | 'language' | 'plan'>,
  signal: AbortSignal,
): Promise<void> {
  const { checksPath } = options.deliveries;
  if (checksPath === undefined) return;
  const projectPath = 'projectPath' in options ? options.projectPath : undefined;
  const file = projectPath && {
    name: relative(dirname(checksPath), projectPath).split(sep).join('/'),
    text: printProject(project),
  };
  await writeWholeFile(checksPath, writeSarif({ ...project, ...spoken }, file || undefined), signal);
}

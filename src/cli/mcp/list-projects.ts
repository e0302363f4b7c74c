import { opendir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { Project } from '#shared/narration/project.ts';
import { readProject } from '../narrate/open-document.ts';
import type { AllowedFolders } from './allowed-folders.ts';

export const projectEnding = '.benshi.json';
/** More than a client reads. */
const maxProjects = 100;
/** A home folder may hold millions of files. */
const maxEntries = 50_000;

export interface FoundProject {
  readonly path: string;
  readonly project: Project;
}

/** Opens the project files in the folders, also within others, but not in hidden ones. Damaged ones are left out. */
export async function listProjects(folders: AllowedFolders, signal: AbortSignal): Promise<FoundProject[]> {
  const found: FoundProject[] = [];
  for await (const path of walk(folders.paths)) {
    requireNotCancelled(signal);
    if (!path.endsWith(projectEnding)) continue;
    const project = await readProject(path).catch(() => undefined);
    if (project) found.push({ path, project });
    if (found.length === maxProjects) break;
  }
  return found;
}

/** Links are not followed: they may lead out. */
async function* walk(folders: readonly string[]): AsyncGenerator<string, void> {
  const waiting = [...folders];
  let entries = 0;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const opened = await opendir(folder).catch(() => undefined);
    for await (const entry of opened ?? []) {
      entries += 1;
      if (entries > maxEntries) return;
      const path = join(folder, entry.name);
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && !isSkipped(path)) waiting.push(path);
    }
  }
}

function isSkipped(path: string): boolean {
  const name = basename(path);
  return name.startsWith('.') || name === 'node_modules';
}

import { execFileSync } from 'node:child_process';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { findFilePath } from '#engines/local/models/installed-models.ts';
import { type TinyModel, writeTinyModel, writeTinyProjector } from './tiny-gguf.ts';

export interface TinyLocalModel extends TinyModel {
  readonly name?: string;
  readonly memoryMb?: number;
  /** Pixels of the tiles in which it looks: with 512 each takes about a second. */
  readonly tilePixels?: number;
}

/** Writes a model that looks and writes into a models folder. @returns its entry in the catalogue */
export async function installTinyModel(folder: string, tiny: TinyLocalModel): Promise<LocalModel> {
  const { name = 'tiny', memoryMb = 100, tilePixels } = tiny;
  const toFile = (role: string) => ({
    role,
    repository: 'tests/tiny',
    revision: '0'.repeat(40),
    path: `${role}.gguf`,
    bytes: 1,
  });
  const model: LocalModel = {
    name,
    title: `Tiny ${name}`,
    step: 'look',
    kind: 'smolvlm2',
    languages: ['English'],
    memoryMb,
    licence: {
      name: 'CC0-1.0',
      url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      asksConsent: false,
    },
    files: [toFile('model'), toFile('projector')],
  };
  const paths = model.files.map(({ path }) => findFilePath(folder, model, path));
  const [modelPath = '', projectorPath = ''] = paths;
  await mkdir(dirname(modelPath), { recursive: true });
  await writeTinyModel(modelPath, tiny);
  await writeTinyProjector(projectorPath, tilePixels);
  const sizes = await Promise.all(paths.map(async path => (await stat(path)).size));
  return { ...model, files: model.files.map((file, at) => ({ ...file, bytes: sizes[at] ?? 0 })) };
}

/** Ids of the processes with llama.cpp that a process started. */
export function listLlamas(parentPid = process.pid): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap(line => {
    const [pid, parent, state, ...args] = line.trim().split(/\s+/u);
    const isOurs = Number(parent) === parentPid && args.join(' ').includes('llama-child');
    return isOurs && !state?.startsWith('Z') ? [Number(pid)] : [];
  });
}

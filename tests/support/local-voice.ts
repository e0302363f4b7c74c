import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { findFilePath, type InstalledModel } from '#engines/local/models/installed-models.ts';
import { makeTinyVoice, type TinyVoice } from './tiny-voice.ts';

export interface LocalVoice extends TinyVoice {
  readonly name?: string;
  readonly languages?: LocalModel['languages'];
  readonly memoryMb?: number;
}

/** Writes a voice such as Piper's into a models folder. */
export async function installTinyVoice(folder: string, voice: LocalVoice = {}): Promise<InstalledModel> {
  const { name = 'tiny', languages = ['English'], memoryMb = 100 } = voice;
  const contents = makeTinyVoice(voice);
  const model: LocalModel = {
    name,
    title: `Tiny ${name}`,
    step: 'speak',
    kind: 'piper',
    languages: [...languages],
    memoryMb,
    licence: {
      name: 'CC0-1.0',
      url: 'https://creativecommons.org/publicdomain/zero/1.0/',
      asksConsent: false,
    },
    files: Object.entries(contents).map(([role, { length }]) => ({
      role,
      repository: 'tests/tiny',
      revision: '0'.repeat(40),
      path: `${role}.file`,
      bytes: length,
    })),
  };
  const files: Record<string, string> = {};
  for (const { role, path } of model.files) {
    const file = findFilePath(folder, model, path);
    files[role] = file;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents[role as keyof typeof contents]);
  }
  return { model, files };
}

/** Ids of the processes with sherpa-onnx that this process started. */
export function listVoiceProcesses(): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap(line => {
    const [pid, parent, state, ...args] = line.trim().split(/\s+/u);
    const isOurs = Number(parent) === process.pid && args.join(' ').includes('voice-child');
    return isOurs && !state?.startsWith('Z') ? [Number(pid)] : [];
  });
}

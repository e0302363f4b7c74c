import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { LocalModel } from '#engines/local/models/catalogue.ts';
import { findFilePath, type InstalledModel } from '#engines/local/models/installed-models.ts';
import { makeTinyParakeet } from './tiny-parakeet.ts';
import { makeTinyVoice, type TinyVoice } from './tiny-voice.ts';
import { makeTinyWhisper, type TinyWhisper } from './tiny-whisper.ts';

interface ModelFacts {
  readonly name?: string;
  readonly languages?: LocalModel['languages'];
  readonly memoryMb?: number;
}

export interface LocalVoice extends TinyVoice, ModelFacts {}
export interface LocalRecogniser extends TinyWhisper, ModelFacts {}

/** Writes a voice such as Piper's into a models folder. */
export async function installTinyVoice(folder: string, voice: LocalVoice = {}): Promise<InstalledModel> {
  return await install(folder, { step: 'speak', kind: 'piper', contents: makeTinyVoice(voice) }, voice);
}

/** Writes a recogniser such as Whisper into a models folder. */
export async function installTinyWhisper(
  folder: string,
  recogniser: LocalRecogniser = {},
): Promise<InstalledModel> {
  const contents = makeTinyWhisper(recogniser);
  return await install(folder, { step: 'hear', kind: 'whisper', contents }, recogniser);
}

/** The same such as Parakeet. */
export async function installTinyParakeet(folder: string): Promise<InstalledModel> {
  const contents = makeTinyParakeet();
  return await install(folder, { step: 'hear', kind: 'parakeet', contents }, { name: 'parakeet' });
}

interface Made extends Pick<LocalModel, 'step' | 'kind'> {
  readonly contents: Readonly<Record<string, Buffer>>;
}

async function install(
  folder: string,
  { step, kind, contents }: Made,
  { name = 'tiny', languages = ['English'], memoryMb = 100 }: ModelFacts,
): Promise<InstalledModel> {
  const model: LocalModel = {
    name,
    title: `Tiny ${name}`,
    step,
    kind,
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
    await writeFile(file, contents[role] ?? '');
  }
  return { model, files };
}

export const listVoiceProcesses = () => listProcesses('voice-child');
export const listHearingProcesses = () => listProcesses('hearing-child');

/** Ids of the processes with sherpa-onnx that this process started. */
function listProcesses(file: string): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap(line => {
    const [pid, parent, state, ...args] = line.trim().split(/\s+/u);
    const isOurs = Number(parent) === process.pid && args.join(' ').includes(file);
    return isOurs && !state?.startsWith('Z') ? [Number(pid)] : [];
  });
}

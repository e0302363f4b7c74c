import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import type { VisionAnswer } from './offline-vision-process.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Below node_modules; copied, all else is linked. */
const copiedFiles = [
  '@vladmandic/human/package.json',
  '@vladmandic/human/dist/human.node.js',
  '@vladmandic/human/dist/tfjs.esm.js',
  '@vladmandic/human/models/centernet.json',
  '@vladmandic/human/models/centernet.bin',
  '@tesseract.js-data/eng/package.json',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
];

/** The offline vision with its own copies of the model files, which a test may damage while a process uses them. */
export interface OfflineVisionCopy extends AsyncDisposable {
  /** Changes a byte in the middle of a file below node_modules. */
  damage(path: string): Promise<void>;
  /** Removes a file or folder below node_modules. */
  remove(path: string): Promise<void>;
  restore(): Promise<void>;
  /** Analyses pictures in one and the same process; {@link VisionAnswer}. Its child idles and ends between calls. */
  analyse(jpegs: readonly Uint8Array[]): Promise<VisionAnswer>;
  readonly server: ChildProcess;
}

export async function copyOfflineVision(): Promise<OfflineVisionCopy> {
  const folder = await makeTemporaryFolder();
  const modules = join(folder.path, 'node_modules');
  const gone = join(folder.path, 'gone');
  await cp(join(root, 'src'), join(folder.path, 'src'), { recursive: true });
  await cp(join(root, 'package.json'), join(folder.path, 'package.json'));
  const program = 'tests/support/offline-vision-process.ts';
  await cp(join(root, program), join(folder.path, program));
  await linkModules(modules);
  await Promise.all(copiedFiles.map(path => copyModuleFile(modules, path)));
  const server = fork(join(folder.path, program), { env: childEnvironment, execArgv: [] });
  await once(server, 'message');
  return {
    server,
    async damage(path) {
      const bytes = await readFile(join(modules, path));
      const middle = bytes.length >> 1;
      bytes[middle] = (bytes[middle] ?? 0) ^ 1;
      await writeFile(join(modules, path), bytes);
    },
    async remove(path) {
      await rm(gone, { recursive: true, force: true });
      await rename(join(modules, path), gone);
    },
    async restore() {
      await Promise.all(copiedFiles.map(path => copyModuleFile(modules, path)));
    },
    async analyse(jpegs) {
      const paths = await Promise.all(jpegs.map((jpeg, at) => folder.write(`${at}.jpg`, jpeg)));
      server.send(paths);
      const [answer] = await once(server, 'message');
      return answer as VisionAnswer;
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL');
      await once(server, 'exit');
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function linkModules(modules: string): Promise<void> {
  const scopes = new Set(copiedFiles.map(path => path.split('/')[0]));
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules')))
    if (!scopes.has(name)) await symlink(join(root, 'node_modules', name), join(modules, name));
}

async function copyModuleFile(modules: string, path: string): Promise<void> {
  await mkdir(dirname(join(modules, path)), { recursive: true });
  await cp(join(root, 'node_modules', path), join(modules, path));
}

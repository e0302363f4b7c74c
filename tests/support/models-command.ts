import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import { hash, type ModelHostStandIn, modelCommit, startModelHost } from './model-host.ts';
import { makeTemporaryFolder, type TemporaryFolder } from './temporary-folder.ts';

const entry = fileURLToPath(new URL('./run-models-process.ts', import.meta.url));
const server = fileURLToPath(new URL('./run-models-server.ts', import.meta.url));

export const weights = randomBytes(400_000);
export const projector = randomBytes(100_000);
export const voice = randomBytes(50_000);
export const tokens = Buffer.from('a 0\nb 1\n');

const free = { name: 'Apache-2.0', url: 'https://example.com/apache', asksConsent: false };
export const eyes = {
  name: 'eyes',
  title: 'Eyes 2B',
  step: 'look',
  kind: 'qwen3-vl',
  languages: ['English', 'German', 'Welsh'],
  memoryMb: 10,
  licence: free,
  files: [
    pin({ role: 'model', repository: 'maker/eyes', path: 'weights.gguf' }, weights),
    pin({ role: 'projector', repository: 'maker/eyes', path: 'sub/projector.gguf' }, projector),
  ],
};
const giant = { ...eyes, name: 'giant', title: 'Giant', memoryMb: 1e9 };
/** Its files are not pinned: what the host declares counts. */
const mouth = {
  name: 'mouth',
  title: 'Mouth',
  step: 'speak',
  kind: 'piper',
  languages: ['Norwegian'],
  memoryMb: 10,
  speed: { workSecondsPerSecond: 0.001, cores: 1, source: 'https://example.com/speed' },
  licence: { name: 'Open RAIL-M', url: 'https://example.com/conditions', asksConsent: true },
  files: [
    { role: 'model', repository: 'maker/mouth', path: 'voice.onnx', bytes: 51_000 },
    { role: 'tokens', repository: 'maker/mouth', path: 'tokens.txt', bytes: 10 },
  ],
};

function pin<T>(file: T, contents: Buffer) {
  return { ...file, revision: modelCommit, bytes: contents.length, sha256: hash(contents) };
}

export interface ModelsCommand extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly host: ModelHostStandIn;
  /** A path in `MODELS_DIR`. */
  findPath(...names: string[]): string;
  /** @param shell runs it as `"$0" "$@"`, if given */
  start(args: readonly string[], settings?: Settings, shell?: string): StartedCommand;
  /** `run-models-server.ts` with the same models, folder and host. */
  startServer(settings?: Settings, shell?: string): StartedCommand;
  /** Waits for its end. */
  run(args: readonly string[], settings?: Settings): Promise<EndedCommand>;
}

type Settings = Readonly<Record<string, string>>;

interface EndedCommand {
  readonly code: number | null;
  /** On both channels. */
  readonly said: string;
}

interface StartedCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<EndedCommand>;
  hears(): string;
}

/** `npm run models` with the models `giant`, `eyes` and `mouth`, a folder for them and their host. */
export async function openModelsCommand(): Promise<ModelsCommand> {
  const folder = await makeTemporaryFolder();
  await folder.write('catalogue.json', JSON.stringify([giant, eyes, mouth]));
  const files = {
    'maker/eyes/weights.gguf': weights,
    'maker/eyes/sub/projector.gguf': projector,
    'maker/mouth/voice.onnx': voice,
    'maker/mouth/tokens.txt': tokens,
  };
  const host = await startModelHost(files, ['tokens.txt']);
  const started: ChildProcess[] = [];
  const findPath = (...names: string[]) => join(folder.path, 'models', ...names);
  const launch = (program: string, args: readonly string[], settings: Settings = {}, shell?: string) => {
    const own = [process.execPath, program, join(folder.path, 'catalogue.json'), ...args];
    const [command = '', ...rest] = shell === undefined ? own : ['bash', '-c', shell, ...own];
    const env = { ...childEnvironment, MODELS_DIR: findPath(), MODELS_BASE_URL: host.url, ...settings };
    const child = spawn(command, rest, { env });
    started.push(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', piece => {
        said += piece;
      });
    return { child, ended: once(child, 'close').then(([code]) => ({ code, said })), hears: () => said };
  };
  return {
    folder,
    host,
    findPath,
    start: (args, settings, shell) => launch(entry, args, settings, shell),
    startServer: (settings, shell) => launch(server, [], settings, shell),
    run: (args, settings) => launch(entry, args, settings).ended,
    async [Symbol.asyncDispose]() {
      for (const child of started) child.kill('SIGKILL');
      await host[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

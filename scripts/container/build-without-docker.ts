import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, matchesGlob, relative } from 'node:path';
import { Copy, DockerfileParser, From, type Instruction } from 'dockerfile-ast';

/** The result of a Dockerfile's steps, in folders instead of an image. */
export interface BuiltImage {
  /** Replaces `/`. */
  readonly root: string;
  /** Inside {@link root}. */
  readonly workFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: { readonly uid: number; readonly gid: number };
  /** The folder with the Node that replaces the image's. */
  readonly programs: string;
}

interface Stage {
  readonly root: string;
  readonly environment: Record<string, string>;
  workFolder: string;
}

/** "nobody" replaces the image's user "node"; without root the current user is kept. */
const isRoot = process.getuid?.() === 0;
const user = isRoot
  ? { uid: 65_534, gid: 65_534 }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/**
 * Does the steps of a Dockerfile in folders: copies files and runs commands with the image's paths replaced by the folders. Supports only
 * the instructions that our Dockerfile uses and throws for any other.
 */
export function buildWithoutDocker(context: string, folder: string): BuiltImage {
  const programs = join(folder, 'bin');
  mkdirSync(programs, { recursive: true });
  copyFileSync(process.execPath, join(programs, 'node'));
  chmodSync(programs, 0o755);
  const stages = new Map<string, Stage>();
  const file = DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8'));
  let stage: Stage | undefined;
  let command: readonly string[] = [];
  let healthCheck: readonly string[] = [];
  let lastUser = 'root';
  for (const step of file.getInstructions()) {
    if (step instanceof From) {
      const name = step.getBuildStage() ?? 'final';
      stage = { root: join(folder, name), environment: {}, workFolder: '/' };
      mkdirSync(stage.root, { recursive: true });
      stages.set(name, stage);
      continue;
    }
    if (!stage) throw new Error('The first step must be FROM.');
    const text = step.getArgumentsContent() ?? '';
    console.log(`  ${step.getKeyword()} ${text}`);
    if (step instanceof Copy) copy(step, stage, stages, context);
    else if (step.getKeyword() === 'WORKDIR') enterFolder(stage, text);
    else if (step.getKeyword() === 'ENV') Object.assign(stage.environment, readVariables(step));
    // System packages are the image's own.
    else if (step.getKeyword() === 'RUN' && text.startsWith('apt-get ')) continue;
    else if (step.getKeyword() === 'RUN') run(text, stage, programs);
    else if (step.getKeyword() === 'USER') lastUser = text;
    else if (step.getKeyword() === 'CMD') command = JSON.parse(text);
    else if (step.getKeyword() === 'HEALTHCHECK') healthCheck = JSON.parse(text.slice(text.indexOf('[')));
    else if (!['EXPOSE', 'VOLUME'].includes(step.getKeyword()))
      throw new Error(`This script does not know ${step.getKeyword()}.`);
  }
  if (!stage || lastUser !== 'node') throw new Error('The image must not run as root.');
  return { ...stage, command, healthCheck, user, programs };
}

function enterFolder(stage: Stage, path: string): void {
  stage.workFolder = path;
  mkdirSync(join(stage.root, path), { recursive: true });
}

function readVariables(step: Instruction): Record<string, string> {
  return Object.fromEntries(
    step.getArguments().map(each => each.getValue().split('=', 2) as [string, string]),
  );
}

function run(text: string, stage: Stage, programs: string): void {
  const here = text
    .replaceAll(/(?<=\s|^)\/(?=\w)/gu, `${stage.root}/`)
    .replaceAll('node:node', `${user.uid}:${user.gid}`);
  const PATH = `${programs}${delimiter}${process.env.PATH}`;
  execFileSync('sh', ['-c', here], {
    cwd: join(stage.root, stage.workFolder),
    env: { ...process.env, ...stage.environment, PATH, npm_config_loglevel: 'error' },
    stdio: 'inherit',
  });
}

function copy(step: Copy, stage: Stage, stages: ReadonlyMap<string, Stage>, context: string): void {
  const paths = step.getArguments().map(each => each.getValue());
  const target = paths.pop() ?? '.';
  const fromStage = step.getFromFlag()?.getValue();
  const source = fromStage ? stages.get(fromStage)?.root : context;
  if (source === undefined) throw new Error(`There is no stage ${fromStage}.`);
  const isIgnored = fromStage ? () => false : readIgnored(context);
  const into = isAbsolute(target) ? join(stage.root, target) : join(stage.root, stage.workFolder, target);
  for (const path of paths)
    cpSync(join(source, path), target.endsWith('/') ? join(into, path) : into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: from => !isIgnored(relative(source, from)),
    });
}

/** The last matching rule of .dockerignore applies, for the path itself or a parent folder. */
function readIgnored(context: string): (path: string) => boolean {
  const rules = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'));
  return path => {
    const parts = path.split('/');
    const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    let isIgnored = false;
    for (const rule of rules) {
      const pattern = rule.replace(/^!/u, '');
      if (ancestors.some(each => matchesGlob(each, pattern))) isIgnored = !rule.startsWith('!');
    }
    return isIgnored;
  };
}

/** The top-level packages of a node_modules folder, scoped ones included. */
export function listPackages(modules: string): string[] {
  return readdirSync(modules).flatMap(name =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map(inner => `${name}/${inner}`) : [name],
  );
}

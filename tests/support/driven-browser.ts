import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findFreePort } from './start-postgres.ts';

/** What a device does, in the form that both protocols have: https://www.w3.org/TR/webdriver2/#actions. */
interface Device {
  readonly type: 'key' | 'pointer';
  readonly id: string;
  readonly actions: readonly object[];
}

/** A browser other than Chromium, controlled through WebDriver. */
export interface DrivenBrowser extends AsyncDisposable {
  /** Where it saves what it downloads. */
  readonly downloads: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page; it gets and returns JSON. */
  run<Given, Result>(ask: (given: Given) => Result, given: Given): Promise<Result>;
  perform(device: Device): Promise<void>;
  /** Chooses a file in the first file field. */
  chooseFile(path: string): Promise<void>;
}

type Call = <Result = unknown>(command: string, parameters?: object) => Promise<Result>;

const fileField = 'input[type="file"]';

/** Debian's Firefox, without a window, through WebDriver BiDi. */
export async function startFirefox(): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack();
  const { home, downloads } = makeHome(starting);
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0'];
  const firefox = startProgram(starting, '/usr/bin/firefox-esr', args, { HOME: home });
  const address = await waitForOutput(firefox.stderr, /BiDi listening on (ws:\S+)/u);
  const call = await connect(starting, `${address}/session`);
  await call('session.new', { capabilities: {} });
  await call('browser.setDownloadBehavior', {
    downloadBehavior: { type: 'allowed', destinationFolder: downloads },
  });
  const tree = await call<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  const context = tree.contexts[0]?.context;
  const running = starting.move();
  return {
    downloads,
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async run(ask, given) {
      const answer = await call<ScriptAnswer>('script.callFunction', {
        functionDeclaration: `given => JSON.stringify((${ask})(JSON.parse(given)) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(given) }],
        awaitPromise: false,
        target: { context },
      });
      if (!answer.result) throw new Error(answer.exceptionDetails?.text);
      return JSON.parse(answer.result.value);
    },
    async perform(device) {
      await call('input.performActions', { context, actions: [device] });
    },
    async chooseFile(path) {
      const locator = { type: 'css', value: fileField };
      const { nodes } = await call<{ nodes: object[] }>('browsingContext.locateNodes', { context, locator });
      await call('input.setFiles', { context, element: nodes[0], files: [path] });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface ScriptAnswer {
  readonly result?: { readonly value: string };
  readonly exceptionDetails?: { readonly text: string };
}

/** Opens a connection of WebDriver BiDi. */
async function connect(starting: AsyncDisposableStack, address: string): Promise<Call> {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  starting.defer(() => socket.close());
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(data);
    if (error) waiting.get(id)?.reject(new Error(`${error}: ${message}`));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  let asked = 0;
  return <Result>(method: string, params = {}) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set(++asked, answer);
    socket.send(JSON.stringify({ id: asked, method, params }));
    return answer.promise as Promise<Result>;
  };
}

/** WebKitGTK's own browser on a screen in memory, through WebDriver: the nearest to Safari on Linux. */
export async function startWebKit(): Promise<DrivenBrowser> {
  await using starting = new AsyncDisposableStack();
  const { home, downloads } = makeHome(starting);
  const screen = ['-displayfd', '3', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp'];
  const { stdio } = startProgram(starting, '/usr/bin/Xvfb', screen);
  const display = await waitForOutput(stdio[3] as Readable, /(\d+)/u);
  const port = await findFreePort();
  const places = { HOME: home, DISPLAY: `:${display}` };
  startProgram(starting, '/usr/bin/WebKitWebDriver', [`--port=${port}`], places);
  const { sessionId } = await retry(() =>
    post<{ sessionId: string }>(`${port}/session`, { capabilities: {} }),
  );
  const call: Call = (command, parameters = {}) =>
    post(`${port}/session/${sessionId}/${command}`, parameters);
  const running = starting.move();
  return {
    downloads,
    async open(url) {
      await call('url', { url });
    },
    run: (ask, given) => call('execute/sync', { script: `return (${ask})(arguments[0])`, args: [given] }),
    async perform(device) {
      await call('actions', { actions: [device] });
    },
    async chooseFile(path) {
      const found = await call<object>('element', { using: 'css selector', value: fileField });
      await call(`element/${Object.values(found)[0]}/value`, { text: path });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Calls WebDriver's server on a port of this machine. */
async function post<Result>(place: string, body: object): Promise<Result> {
  const answer = await fetch(`http://127.0.0.1:${place}`, { method: 'POST', body: JSON.stringify(body) });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${place}: ${value.error} ${value.message}`);
  return value;
}

/** Until the program listens. */
async function retry<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise(resolve => setTimeout(resolve, 200));
    }
  }
}

/** A home with a folder for downloads, deleted at the end. */
function makeHome(starting: AsyncDisposableStack): { home: string; downloads: string } {
  const home = mkdtempSync(join(tmpdir(), 'benshi-browser-'));
  starting.defer(() => rmSync(home, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  // Where WebKitGTK reads it.
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config', 'user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n');
  return { home, downloads };
}

/** Starts a program that ends, with its children, at the end. Its fourth stream is open for reading, too. */
function startProgram(
  starting: AsyncDisposableStack,
  path: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  if (!existsSync(path))
    throw new Error(`${path} is missing. On Debian, root gets it by npm run test:long, or with apt-get.`);
  const child = spawn(path, args, {
    detached: true,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  child.stderr?.resume();
  const ended = once(child, 'exit');
  starting.defer(async () => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL');
    await ended;
  });
  return child;
}

/** @returns the first group of the pattern */
function waitForOutput(stream: Readable | null, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stream?.on('data', piece => {
      text += piece;
      const [, found] = pattern.exec(text) ?? [];
      if (found) resolve(found);
    });
    stream?.once('close', () => reject(new Error(`The program ended:\n${text}`)));
  });
}

import { type Config, ConfigError, readConfig } from './config/config.ts';
import { explainStart } from './explain-start.ts';
import { describeFoundServers } from './find-servers.ts';
import { createLog, describeForLog, guardOutput } from './http/log.ts';
import { type RunningServer, type RunningWorker, startServer, startWorkerProcess } from './start-server.ts';

// Files are private to the server's user, whatever mode a library requests.
process.umask(0o077);
const log = createLog();

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) exitWith(error.message);
    throw error;
  }
}

async function startOrExit(config: Config): Promise<RunningServer | RunningWorker> {
  try {
    return await (config.role === 'worker' ? startWorkerProcess : startServer)({ config, log });
  } catch (error) {
    exitWith(await explainStart(error, config));
  }
}

function exitWith(message: string): never {
  console.error(`\nBenshi could not start.\n${message}`);
  process.exit(1);
}

function announce(started: RunningServer | RunningWorker): void {
  const { publicUrl, databaseDescription } = started;
  if (!('engines' in started)) {
    console.log(`\n  Benshi's worker is ready, for ${publicUrl}\n  database: ${databaseDescription}\n`);
    return;
  }
  const { foundServers } = started.engines.config;
  const lines = [
    ...describeRoles(started.engines),
    ...(foundServers ? describeFoundServers(foundServers) : []),
    `database: ${databaseDescription}`,
    ...(started.setupUrl ? [`connect an AI: ${started.setupUrl}`] : []),
    `Benshi is ready: ${publicUrl}`,
  ];
  console.log(`\n${lines.map(line => `  ${line}`).join('\n')}\n`);
}

function describeRoles({ vision, script, speech, transcription }: RunningServer['engines']): string[] {
  const roles = [
    ['looks', vision],
    ['writes', script],
    ['speaks', speech.standard],
    ['speaks the premium voices', speech.premium],
    ...(transcription ? [['transcribes', transcription] as const] : []),
  ] as const;
  return roles.map(([does, role]) => `${role.current.provider.name} ${does}`);
}

/** The first signal stops gracefully, a second one at once. */
function stopOnSignals(server: Pick<RunningServer | RunningWorker, 'stop'>): void {
  let isStopping = false;
  const stop = (reason: string, graceMs?: number) => {
    isStopping = true;
    log.info({ reason }, 'stopping');
    server.stop(graceMs).then(
      () => process.exit(0),
      error => {
        const advice =
          'The server has stopped, and no acknowledged data is lost. If this happens again, report it with this line.';
        log.error({ problem: describeForLog(error), advice }, 'the server could not stop cleanly');
        process.exit(1);
      },
    );
  };
  const stopOnce = (signal: NodeJS.Signals) => (isStopping ? process.exit(1) : stop(signal));
  process.on('SIGTERM', stopOnce);
  process.on('SIGINT', stopOnce);
  onLauncherGone = () => {
    if (isStopping) return;
    setTimeout(() => process.exit(1), withoutLauncherMs).unref();
    stop('the launcher is gone', 0);
  };
}

/** The port must soon be free for another server. */
const withoutLauncherMs = 1500;

/** `npm start` opens an IPC channel, which closes when it ends. Without a channel the server runs on its own. */
let onLauncherGone = (): void => process.exit(1);
process.once('disconnect', () => onLauncherGone());
// It may have closed while modules were loaded.
if (process.connected === false) onLauncherGone();

const server = await startOrExit(readConfigOrExit());
stopOnSignals(server);
announce(server);
guardOutput(log);

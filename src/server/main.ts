import { type Config, ConfigError, readConfig } from './config.ts';
import { FolderInUseError } from './data-folder/lock-folder.ts';
import { createLog } from './http/create-log.ts';
import { describeForLog } from './http/describe-for-log.ts';
import { guardOutput } from './http/guard-output.ts';
import { type RunningServer, startServer } from './start-server.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

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
    return await (config.role === 'worker' ? startWorker : startServer)({ config, log });
  } catch (error) {
    exitWith(explainStart(error, config));
  }
}

/** A sentence for whoever starts the server; what it does not know is shown as it is. */
function explainStart(error: unknown, { host, port, databaseUrl }: Config): string {
  if (error instanceof FolderInUseError) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use. Stop what uses it, or set PORT to another.`;
  if (code === 'EACCES') return `This user may not listen on port ${port} or write to DATA_DIR.`;
  if (databaseUrl && code !== undefined) return `The database of DATABASE_URL cannot be used (${code}).`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
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
  const { engines } = started;
  const { vision, script } = engines;
  const speech = engines.speech.standard.engine;
  const names = [...new Set([vision, script, speech].map(engine => engine.name))].join(', ');
  const areOffline = vision.isOffline && script.isOffline && speech.isOffline;
  const work = areOffline
    ? 'offline engines: light, colour and movement (set OPENAI_API_KEY for more)'
    : `engines: ${names}`;
  console.log(`\n  Benshi is ready: ${publicUrl}\n  ${work}; database: ${databaseDescription}\n`);
}

/** The first signal ends in good order, a second one at once. */
function stopOnSignals(server: Pick<RunningServer | RunningWorker, 'stop'>): void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    log.info({ signal }, 'stopping');
    server.stop().then(
      () => process.exit(0),
      error => {
        log.error({ problem: describeForLog(error) }, 'could not stop in good order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

const server = await startOrExit(readConfigOrExit());
stopOnSignals(server);
announce(server);
guardOutput(log);

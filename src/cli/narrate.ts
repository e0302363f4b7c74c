import { ConfigError, readConfig } from '#server/config/config.ts';
import { CodedError } from '#shared/errors.ts';
import { narrate } from './narrate/narrate-file.ts';
import { narrateFolder } from './narrate/narrate-folder.ts';
import { openParts } from './narrate/open-parts.ts';
import { readOptions } from './narrate/read-options.ts';
import { tell } from './narrate/tell.ts';
import { usage } from './narrate/usage.ts';

/** The command line's exit codes: done, something failed, the command was wrong, stopped by Ctrl+C. */
const exitCodes = { done: 0, failed: 1, wrongCommand: 2, stopped: 130 } as const;

process.exitCode = await main();

async function main(): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  try {
    // npm changes the folder to the package's own and keeps the person's in INIT_CWD.
    const options = readOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
    if (!options) {
      console.log(usage);
      return exitCodes.done;
    }
    const isFolder = options.job === 'folder';
    await using parts = await openParts(readConfig(process.env), isFolder ? options.jobs : 1, stop.signal);
    if (isFolder) return (await narrateFolder(options, parts)) ? exitCodes.done : exitCodes.failed;
    await narrate(options, parts);
    return exitCodes.done;
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.stopped;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    tell(error.message);
    return error instanceof CodedError && error.code === 'bad_request'
      ? exitCodes.wrongCommand
      : exitCodes.failed;
  }
}

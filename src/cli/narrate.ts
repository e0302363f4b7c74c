import { ConfigError, readConfig } from '#server/config/config.ts';
import { describeOwnVoice, listOwnVoices } from '#server/voices/own-voices.ts';
import { CodedError } from '#shared/errors.ts';
import { usage } from './narrate/command.ts';
import { narrate } from './narrate/narrate-file.ts';
import { narrateFolder } from './narrate/narrate-folder.ts';
import { openParts } from './narrate/open-parts.ts';
import { readOptions } from './narrate/read-options.ts';
import { reportStatus } from './narrate/report-status.ts';

const exitCodes = { done: 0, failed: 1, wrongCommand: 2 } as const;
/** Exit codes for Ctrl+C and `kill`, as in shells. */
const stopCodes = { SIGINT: 130, SIGTERM: 143 } as const;
/** How long work may take to stop before the process exits. */
const exitAfterMs = 1500;

process.exitCode = await main();

async function main(): Promise<number> {
  const stop = new AbortController();
  let stopCode: number | undefined;
  for (const [name, code] of Object.entries(stopCodes))
    process.on(name, () => {
      if (stopCode !== undefined) process.exit(stopCode);
      stopCode = code;
      stop.abort();
      setTimeout(() => process.exit(code), exitAfterMs).unref();
    });
  try {
    // npm changes the working folder to the package's and keeps the original in INIT_CWD.
    const folder = process.env.INIT_CWD ?? process.cwd();
    const options = readOptions(process.argv.slice(2), folder);
    if (!options) {
      console.log(usage);
      return exitCodes.done;
    }
    if (options.job === 'verify') {
      const { verify } = await import('./narrate/verify.ts');
      return (await verify(options.filePath)) ? exitCodes.done : exitCodes.failed;
    }
    const isFolder = options.job === 'folder';
    await using parts = await openParts(readConfig(process.env), isFolder ? options.jobs : 1, stop.signal);
    if (options.job === 'list voices') {
      const { voices, failures } = await listOwnVoices(parts.engines, stop.signal);
      for (const { provider, message } of failures) reportStatus(`${provider}: ${message}`);
      console.log(voices.map(describeOwnVoice).join('\n') || 'No provider here has voices of its own.');
      return exitCodes.done;
    }
    if (isFolder) return (await narrateFolder(options, parts)) ? exitCodes.done : exitCodes.failed;
    await narrate(options, parts);
    return exitCodes.done;
  } catch (error) {
    if (stopCode !== undefined) return stopCode;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    reportStatus(error instanceof CodedError ? error.operatorMessage : error.message);
    return error instanceof CodedError && error.code === 'bad_request'
      ? exitCodes.wrongCommand
      : exitCodes.failed;
  }
}

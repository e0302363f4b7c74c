import { ConfigError } from '#server/config/config.ts';
import { CodedError } from '#shared/errors.ts';
import { reportStatus } from './narrate/report-status.ts';
import { exitCodes } from './with-start-errors-reported.ts';

/** Exit codes for Ctrl+C and `kill`, as in shells. */
const stopCodes = { SIGINT: 130, SIGTERM: 143 } as const;
/** How long work may take to stop before the process exits. */
const exitAfterMs = 1500;

/**
 * Runs a command that Ctrl+C stops, and prints errors as plain sentences.
 * @param work gets the arguments after the command, and the base of relative paths; returns whether all went well
 * @returns the exit code
 */
export async function runCommand(
  work: (args: readonly string[], folder: string, signal: AbortSignal) => Promise<boolean>,
): Promise<number> {
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
    return (await work(process.argv.slice(2), folder, stop.signal)) ? exitCodes.done : exitCodes.failed;
  } catch (error) {
    if (stopCode !== undefined) return stopCode;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    reportStatus(error instanceof CodedError ? error.operatorMessage : error.message);
    return error instanceof CodedError && error.code === 'bad_request'
      ? exitCodes.wrongCommand
      : exitCodes.failed;
  }
}

import { ConfigError, readConfig } from '#server/config/config.ts';
import { CodedError } from '#shared/errors.ts';
import { examine } from './doctor/examine-engines.ts';
import { examineMachine } from './doctor/examine-machine.ts';

const usage = `Checks what this server needs and tests its AI, with the settings in the environment:

  npm run doctor

First it checks disk, memory, database and mail server. It changes nothing and sends no mail.
Then it has the AI name the colour of an image, write a sentence in Welsh, and speak a sentence. With a paid
provider this costs about one cent. If no AI is set up, it looks for one on this machine. A running server is not
disturbed. The exit code is 1 if something that is set up does not work.
`;

/** The same as those of the other commands; `stopped` is for Ctrl+C. */
const exitCodes = { ok: 0, failed: 1, wrongCommand: 2, stopped: 130 } as const;

const exitCode = await main(process.argv.slice(2));
// Does not wait for a provider that does not answer.
if (exitCode === exitCodes.stopped) process.exit(exitCode);
process.exitCode = exitCode;

async function main(args: readonly string[]): Promise<number> {
  const isHelp = args.length === 1 && ['--help', '-h'].includes(args[0] ?? '');
  if (args.length > 0) {
    (isHelp ? console.log : console.error)(usage);
    return isHelp ? exitCodes.ok : exitCodes.wrongCommand;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const print = (line: string) => console.log(line);
  const { signal } = stop;
  try {
    const failedChecks = await examineMachine({ config: readConfig(process.env), print, signal });
    print('');
    const isOk = await examine({ environment: process.env, print, signal, failedChecks });
    return isOk ? exitCodes.ok : exitCodes.failed;
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.stopped;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    console.error(error instanceof CodedError ? error.operatorMessage : error.message);
    return exitCodes.failed;
  }
}

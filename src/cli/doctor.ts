import { ConfigError, readConfig } from '#server/config/config.ts';
import { CodedError } from '#shared/errors.ts';
import { examine } from './doctor/examine.ts';
import { examineMachine } from './doctor/machine/examine-machine.ts';

const usage = `Looks at what this server needs, and tries out who looks, writes and speaks for it, with the settings that it is started with:

  npm run doctor

Disk, memory, database, mail server and clock come first; nothing of them is changed, and no mail is sent.
The colour of a picture is to be named, a sentence written in Welsh, another spoken: with a provider that
asks for money this costs about a cent. With no provider set up it looks for one on this machine. A server that
runs is not disturbed. It ends with 1 when something that is set up does not work.
`;

/** As those of the other commands; the last is for Ctrl+C. */
const exitCodes = { well: 0, unwell: 1, wrongCommand: 2, stopped: 130 } as const;

const exitCode = await main(process.argv.slice(2));
// Somebody who says nothing is not waited for any more.
if (exitCode === exitCodes.stopped) process.exit(exitCode);
process.exitCode = exitCode;

async function main(args: readonly string[]): Promise<number> {
  const isHelp = args.length === 1 && ['--help', '-h'].includes(args[0] ?? '');
  if (args.length > 0) {
    (isHelp ? console.log : console.error)(usage);
    return isHelp ? exitCodes.well : exitCodes.wrongCommand;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const print = (line: string) => console.log(line);
  const { signal } = stop;
  try {
    const unwell = await examineMachine({ config: readConfig(process.env), print, signal });
    print('');
    const isWell = await examine({ environment: process.env, print, signal, unwell });
    return isWell ? exitCodes.well : exitCodes.unwell;
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.stopped;
    if (!(error instanceof CodedError || error instanceof ConfigError)) throw error;
    console.error(error.message);
    return exitCodes.unwell;
  }
}

import { readConfig } from '#server/config/config.ts';
import { examine } from './doctor/examine-engines.ts';
import { examineMachine } from './doctor/examine-machine.ts';
import { refuse } from './narrate/report-status.ts';
import { runCommand } from './run-command.ts';

const usage = `Checks what this server needs and tests its AI, with the settings in the environment:

  npm run doctor

First it checks disk, memory, database and mail server. It changes nothing and sends no mail.
Then it has the AI name the colour of an image, write a sentence in Welsh, and speak a sentence. With a paid
provider this costs about one cent. If no AI is set up, it looks for one on this machine. A running server is not
disturbed. The exit code is 1 if something that is set up does not work.
`;

process.exitCode = await runCommand(async (args, _folder, signal) => {
  if (args.length > 0) {
    refuse(args.length > 1 || !['--help', '-h'].includes(args[0] ?? ''), usage);
    console.log(usage);
    return true;
  }
  const print = (line: string) => console.log(line);
  const failedChecks = await examineMachine({ config: readConfig(process.env), print, signal });
  print('');
  return await examine({ environment: process.env, print, signal, failedChecks });
});

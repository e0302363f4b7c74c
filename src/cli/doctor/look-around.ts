import type { Readiness } from '#engines/ports.ts';
import { composeSettings, type FoundServer, findLocalServers } from './find-local-servers.ts';
import { layOut, layOutText } from './lay-out.ts';
import { advice, type LocalServer } from './local-addresses.ts';

const steps = [
  ['vision', 'looks'],
  ['script', 'writes'],
  ['speech', 'speaks'],
] as const;

/**
 * Where no provider is set up: says what is there on this machine, and how to start with it.
 * @throws CodedError `client_closed`
 */
export async function lookAround(
  servers: readonly LocalServer[],
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  print(
    layOutText(
      'No AI is set up, so what works offline is at work: it measures light, colour and movement, and speaks with a plain voice. The usual addresses of this machine were asked for a server that can do more:',
    ),
  );
  print('');
  const all = await findLocalServers(servers, signal);
  for (const [at, { port, programs }] of servers.entries()) {
    const found = all[at];
    const said = found ? describeFound(found) : `Nothing answers. (${programs})`;
    print(layOut(`localhost:${port}`, said));
  }
  print('');
  const settings = composeSettings(all.filter(found => found !== undefined));
  if (settings.length === 0) return print(layOutText(advice));
  print('Start with this line; the doctor tries it out with the same settings:');
  print('');
  print(`  ${settings.join(' ')} npm start`);
  print(`  ${settings.join(' ')} npm run doctor`);
}

/** What a server can do and by which model; why not, where it can do nothing. */
function describeFound({ can }: FoundServer): string {
  const able = steps.flatMap(([step, verb]) => {
    const readiness = can[step];
    return readiness.kind === 'ready' ? [`${verb}${withModel(readiness)}`] : [];
  });
  if (able.length > 0) return `${capitalise(able.join(', '))}.`;
  const { vision } = can;
  return `Answers, but not as an AI that could be used. ${vision.kind === 'ready' ? '' : vision.reason}`;
}

function withModel({ model }: Readiness & { kind: 'ready' }): string {
  return model === undefined ? '' : ` with ${model}`;
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

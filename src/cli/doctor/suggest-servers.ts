import type { DescribedEngine, Readiness } from '#engines/ports.ts';
import { composeSettings, type FoundServer, findLocalServers } from './find-local-servers.ts';
import { formatColumns, formatText } from './format-columns.ts';
import { advice, type LocalServer } from './local-addresses.ts';

const steps = [
  ['vision', 'looks'],
  ['script', 'writes'],
  ['speech', 'speaks'],
] as const;

/** The steps of the offline engine, if all of it works and if not. */
const offlineWork = {
  whole:
    'It recognises 80 kinds of objects, reads text in Latin letters, measures light, colour and movement, and speaks with espeak-ng.',
  impaired: 'It measures light, colour and movement, and speaks with espeak-ng. Part of it does not work.',
};

export interface SuggestionOptions {
  readonly servers: readonly LocalServer[];
  readonly offlineVision: DescribedEngine;
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/**
 * Without a provider: prints which AI servers run on this machine, and how to use them.
 * @throws CodedError `client_closed`
 */
export async function suggestServers({
  servers,
  offlineVision,
  print,
  signal,
}: SuggestionOptions): Promise<void> {
  const readiness = await offlineVision.checkReadiness?.(signal);
  const problems = readiness?.kind === 'ready' ? readiness.note : undefined;
  const work = problems === undefined ? offlineWork.whole : `${offlineWork.impaired} ${problems}`;
  print(formatText(`No AI is set up, so the offline engine is used. ${work}`));
  print('');
  print(formatText('Looking for an AI server at the usual addresses of this machine:'));
  print('');
  const all = await findLocalServers(servers, signal);
  for (const [at, { port, programs }] of servers.entries()) {
    const found = all[at];
    const said = found ? describeFound(found) : `No answer (${programs}).`;
    print(formatColumns(`localhost:${port}`, said));
  }
  print('');
  const settings = composeSettings(all.filter(found => found !== undefined));
  if (settings.length === 0) return print(formatText(advice));
  print('Start with the first line, or test it with the second:');
  print('');
  print(`  ${settings.join(' ')} npm start`);
  print(`  ${settings.join(' ')} npm run doctor`);
}

/** The steps that a server can do and the models for them, or why it can do none. */
function describeFound({ can }: FoundServer): string {
  const able = steps.flatMap(([step, verb]) => {
    const readiness = can[step];
    return readiness.kind === 'ready' ? [`${verb}${withModel(readiness)}`] : [];
  });
  if (able.length > 0) return `${capitalise(able.join(', '))}.`;
  const { vision } = can;
  return `Answers, but not as a usable AI. ${vision.kind === 'ready' ? '' : vision.error.operatorMessage}`;
}

function withModel({ model }: Readiness & { kind: 'ready' }): string {
  return model === undefined ? '' : ` with ${model}`;
}

function capitalise(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

import type { DescribedEngine } from '#engines/ports.ts';
import { formatText } from './format-columns.ts';

interface OfflineOptions {
  /** Where an AI server was looked for. */
  readonly ports: readonly number[];
  readonly print: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Without an AI: prints what the offline engine can do, where an AI was looked for, and how to get one. */
export async function describeOffline(
  offlineVision: DescribedEngine,
  { ports, print, signal }: OfflineOptions,
): Promise<void> {
  const readiness = await offlineVision.checkReadiness?.(signal);
  const problems = readiness?.kind === 'ready' ? readiness.note : undefined;
  const work =
    problems === undefined
      ? 'It recognises 80 kinds of objects, reads text in Latin letters, and speaks.'
      : `It speaks. Part of it does not work. ${problems}`;
  print(formatText(`No AI is set up, so the offline engine is used. ${work}`));
  if (ports.length > 0)
    print(formatText(`No AI server that can be used was found on this machine (ports ${ports.join(', ')}).`));
  print('');
  print(formatText(advice));
}

const advice =
  'Fetch an AI for this machine: npm run models -- get standard. Or connect one with a key or a server: docs/guides/connect-an-ai.md.';

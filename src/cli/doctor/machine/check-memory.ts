import { availableParallelism, totalmem } from 'node:os';
import type { Config } from '#server/config/config.ts';
import { describeByteLimit } from '#server/uploads/upload-limits.ts';
import type { Found, Remark } from './found.ts';

const gigabyte = 1e9;

/** The required memory; docs/self-hosting.md, Size. */
const neededMemory = { webBytes: 2 * gigabyte, coreBytes: gigabyte, workerBytes: gigabyte, cores: 2 };

/** A process with less does not start. */
const leastBytes = { embedded: gigabyte / 2, others: gigabyte / 4 };

/** Machines sold with 2 GB report a little less. */
const tolerance = 0.9;

export interface MemoryFacts {
  readonly machineBytes: number;
  /** The limit of its control group (version 1 or 2); undefined if there is none. */
  readonly limitBytes: number | undefined;
  readonly cores: number;
}

export function readMemory(): MemoryFacts {
  const machineBytes = totalmem();
  const limit = process.constrainedMemory();
  // Without a limit the value is 0, or larger than the machine's memory.
  const limitBytes = limit > 0 && limit < machineBytes ? limit : undefined;
  return { machineBytes, limitBytes, cores: availableParallelism() };
}

export function checkMemory(
  { role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>,
  { machineBytes, limitBytes, cores }: MemoryFacts = readMemory(),
): Found {
  const machine = `This machine has ${describeByteLimit(machineBytes)}`;
  const about =
    limitBytes === undefined
      ? `${machine}, and ${cores} cores.`
      : `${machine}, of which a control group allows ${describeByteLimit(limitBytes)}, and ${cores} cores.`;
  const bytes = limitBytes ?? machineBytes;
  const needed =
    role === 'worker'
      ? neededMemory.workerBytes
      : neededMemory.webBytes + neededMemory.coreBytes * Math.max(0, cores - neededMemory.cores);
  const least = databaseUrl === undefined ? leastBytes.embedded : leastBytes.others;
  return { about, remarks: [judge(bytes, needed, least, limitBytes !== undefined)] };
}

function judge(bytes: number, needed: number, least: number, isLimited: boolean): Remark {
  const more = isLimited
    ? 'Raise the limit (MemoryMax of systemd, mem_limit of a container)'
    : 'Give the machine more';
  const wanted = `Benshi needs ${describeByteLimit(needed)} for this many cores`;
  if (bytes < least * tolerance)
    return {
      kind: 'failed',
      sentence: `${wanted} and does not start with less than ${describeByteLimit(least)}. ${more}.`,
    };
  if (bytes >= needed * tolerance) return { kind: 'ok', sentence: `${wanted}.` };
  return {
    kind: 'warning',
    sentence: `${wanted}. With many videos at once the system may end it. ${more}, or use fewer cores.`,
  };
}

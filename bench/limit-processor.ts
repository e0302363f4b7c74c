import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const periodUs = 10_000;

/**
 * Lets a process have a part of one core from now on, as a container does, until this is disposed of.
 * @returns undefined where control groups of the processor cannot be made: on another system than Linux, or without its rights
 */
export function limitProcessor(pid: number, share: number): Disposable | undefined {
  const quota = Math.round(periodUs * share);
  const isFirst = existsSync('/sys/fs/cgroup/cpu/cgroup.procs');
  const parent = isFirst ? '/sys/fs/cgroup/cpu' : '/sys/fs/cgroup';
  const group = join(parent, `benshi-bench-${pid}`);
  const limits = isFirst
    ? { 'cpu.cfs_period_us': `${periodUs}`, 'cpu.cfs_quota_us': `${quota}` }
    : { 'cpu.max': `${quota} ${periodUs}` };
  try {
    mkdirSync(group);
    for (const [file, text] of Object.entries(limits)) writeFileSync(join(group, file), text);
    writeFileSync(join(group, 'cgroup.procs'), `${pid}`);
  } catch {
    return undefined;
  }
  return {
    [Symbol.dispose]() {
      writeFileSync(join(parent, 'cgroup.procs'), `${pid}`);
      rmdirSync(group);
    },
  };
}

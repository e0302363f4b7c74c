import { execFileSync } from 'node:child_process';

export interface Ancestor {
  readonly pid: number;
  readonly command: string;
}

/** A process, its parent, and so on up to the one that this process started. */
export function listChain(pid: number): Ancestor[] {
  const chain: Ancestor[] = [];
  for (let current = pid; current > 1 && current !== process.pid; ) {
    const text = execFileSync('ps', ['-o', 'ppid=,args=', '-p', String(current)], { encoding: 'utf8' });
    const [, parent, command = ''] = /^\s*(\d+)\s+(.*)$/mu.exec(text) ?? [];
    chain.push({ pid: current, command });
    current = Number(parent);
  }
  return chain;
}

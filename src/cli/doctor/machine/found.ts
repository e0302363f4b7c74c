/** What was found out about a part of the machine. */
export interface Found {
  /** What it is, as a sentence or two. */
  readonly about: string;
  readonly remarks: readonly Remark[];
}

/** A sentence about it. `failed`: Benshi does not work with it; `warning`: not as it should. Both say what to do. */
export interface Remark {
  readonly kind: 'ok' | 'note' | 'warning' | 'failed';
  readonly sentence: string;
}

/** Whether something is on this very machine, by the name under which it is reached. */
export function isOnThisMachine(hostname: string): boolean {
  return hostname === '' || /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/iu.test(hostname);
}

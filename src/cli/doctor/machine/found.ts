export interface Found {
  readonly about: string;
  readonly remarks: readonly Remark[];
}

/** `failed`: Benshi does not work with it; `warning`: not as it should be. The text says what to do. */
export interface Remark {
  readonly kind: 'ok' | 'note' | 'warning' | 'failed';
  readonly sentence: string;
}

/** Whether a host name means this machine. */
export function isOnThisMachine(hostname: string): boolean {
  return hostname === '' || /^(?:localhost|127\.[\d.]+|\[?::1\]?)$/iu.test(hostname);
}

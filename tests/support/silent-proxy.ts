import { type ByteProxy, startByteProxy } from './byte-proxy.ts';

export interface SilentProxy extends ByteProxy {
  /** Connections stay open, but no data passes, as when a machine is lost. */
  goSilent(): void;
  /** Ends stalled connections; new ones work again. */
  resume(): void;
}

/** Passes bytes to a local port, until it is set to go silent. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  let isSilent = false;
  const proxy = await startByteProxy(targetPort, { pass: () => !isSilent });
  return {
    ...proxy,
    goSilent: () => {
      isSilent = true;
    },
    resume: () => {
      isSilent = false;
      proxy.breakAll();
    },
  };
}

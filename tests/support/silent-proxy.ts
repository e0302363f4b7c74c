import { type ByteProxy, startByteProxy } from './byte-proxy.ts';

export interface SilentProxy extends ByteProxy {
  /** Connections stay open and nothing comes through any more, like a network that lost a machine. */
  goSilent(): void;
  /** What stood still breaks; new connections work again. */
  comeBack(): void;
}

/** Passes bytes on to a port of this machine, until told to go silent. */
export async function startSilentProxy(targetPort: number): Promise<SilentProxy> {
  let isSilent = false;
  const proxy = await startByteProxy(targetPort, { pass: () => !isSilent });
  return {
    ...proxy,
    goSilent: () => {
      isSilent = true;
    },
    comeBack: () => {
      isSilent = false;
      proxy.breakAll();
    },
  };
}

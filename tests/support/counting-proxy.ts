import { type ByteProxy, startByteProxy } from './byte-proxy.ts';

export interface CountingProxy extends ByteProxy {
  /** How many bytes clients have sent, with their heads: nothing that is sent can hide from it. */
  countReceived(): number;
}

/** Passes bytes on to a port of this machine, and counts them. */
export async function startCountingProxy(targetPort: number): Promise<CountingProxy> {
  let received = 0;
  const proxy = await startByteProxy(targetPort, {
    pass(bytes, from) {
      if (from === 'client') received += bytes.length;
      return true;
    },
  });
  return { ...proxy, countReceived: () => received };
}

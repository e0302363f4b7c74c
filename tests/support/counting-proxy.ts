import { type ByteProxy, startByteProxy } from './byte-proxy.ts';

export interface CountingProxy extends ByteProxy {
  /** All bytes that clients have sent, including headers. */
  countReceived(): number;
}

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

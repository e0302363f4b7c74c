import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { findFreePort } from './start-postgres.ts';
import { type Environment, startTestServer } from './start-server.ts';

/** A server with password and Google sign-in, without rate limits. */
export interface AccountServer {
  /** The public address; the same after a stop. */
  readonly url: string;
  readonly provider: IdentityProvider;
  /** Stops the server during the work, such as reading its database. */
  whileStopped<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function startAccountServer(environment: Environment): Promise<AccountServer> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const provider = await startIdentityProvider(() => `${url}/api/auth/callback/google`);
  const manyTries = { most: 1000, windowSeconds: 3600 };
  const start = () =>
    startTestServer({
      environment: {
        ...environment,
        ...provider.environment,
        PORT: String(port),
        TRUST_PROXY: '127.0.0.1',
      },
      accountLimits: { signUpPerAddress: manyTries, otherPerAddress: manyTries },
    });
  let server = await start();
  return {
    url,
    provider,
    async whileStopped(work) {
      await server.stop(0);
      const result = await work();
      server = await start();
      return result;
    },
    async close() {
      await server[Symbol.asyncDispose]();
      await provider.close();
    },
  };
}

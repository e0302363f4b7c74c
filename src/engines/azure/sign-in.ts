import type { TokenCredential } from '@azure/identity';
import { createUndiciFetch } from '../provider/guard-fetch.ts';

/** Of Azure OpenAI: learn.microsoft.com/azure/foundry/openai/reference-preview-latest, "Request Header". */
const scope = 'https://cognitiveservices.azure.com/.default';

/** Makes tokens of Microsoft Entra; cached and renewed by itself. */
export type LoadCredential = () => Promise<Pick<TokenCredential, 'getToken'>>;

/** The environment, a managed identity, or who is signed in on this machine. Loaded only if there is no key. */
const loadUsualCredential: LoadCredential = async () => {
  const { DefaultAzureCredential } = await import('@azure/identity');
  return new DefaultAzureCredential();
};

/**
 * A `fetch` that sends a token of Microsoft Entra instead of a key. A failed sign-in becomes the refusal that a wrong key would
 * get, with the name of the error: it is not retried, and nothing was sent.
 */
export function createSignedFetch(
  timeoutMs: number,
  loadCredential: LoadCredential = loadUsualCredential,
): typeof globalThis.fetch {
  const fetch = createUndiciFetch(timeoutMs);
  let credential: ReturnType<LoadCredential> | undefined;

  async function findToken(signal: AbortSignal | undefined): Promise<string> {
    credential ??= loadCredential();
    const found = await (await credential).getToken(scope, signal ? { abortSignal: signal } : {});
    if (!found) throw new Error('no token');
    return found.token;
  }

  return async (input, init) => {
    const signal = init?.signal ?? undefined;
    const headers = new Headers(init?.headers);
    try {
      headers.set('authorization', `Bearer ${await findToken(signal)}`);
    } catch (error) {
      signal?.throwIfAborted();
      return refuse(error);
    }
    return fetch(input, { ...init, headers });
  };
}

function refuse(error: unknown): Response {
  const code = error instanceof Error ? error.name : 'unknown';
  return Response.json({ error: { type: 'sign_in_failed', code, message: code } }, { status: 401 });
}

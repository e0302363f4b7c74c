import type { AuthProblem } from '#shared/api/account.ts';
import { CodedError } from '#shared/errors.ts';
import { createUnreachableError, parseJson, readProblem } from '../../lib/call-server.ts';
import { loadChunk } from '../../lib/load-chunk.ts';

/** Why better-auth or this server's password policy refused a call. */
export class AuthFailure extends CodedError {
  override name = 'AuthFailure';
  /** The provider's code, such as `INVALID_TOKEN`. */
  readonly reason: string | undefined;
  /** Requirements that a refused password does not meet. */
  readonly missing: AuthProblem['missing'];
  /** Why a password is easy to guess: a sentence. */
  readonly weakness: string | undefined;

  constructor({ message, code, missing, weakness }: AuthProblem) {
    super('bad_request', { message });
    this.reason = code;
    this.missing = missing;
    this.weakness = weakness;
  }
}

/** POSTs to a path below `/api/auth`. @throws {CodedError} with the provider's message */
export async function postAuth(path: string, body: Readonly<Record<string, string>> = {}): Promise<void> {
  const response = await fetch(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((error: unknown) => {
    throw createUnreachableError(error);
  });
  if (!response.ok) throw await readAuthProblem(await response.text());
}

/** The schema is loaded only when needed: logging out is in the header of every page. */
async function readAuthProblem(body: string): Promise<CodedError> {
  const { authProblemSchema } = await loadChunk('answers', () => import('#shared/api/account.ts'));
  const problem = authProblemSchema.safeParse(parseJson(body));
  return problem.success ? new AuthFailure(problem.data) : readProblem(body);
}

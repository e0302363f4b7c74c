import { type SigningRequest, signingRequestSchema } from '#shared/api/content-credentials.ts';
import { CodedError } from '#shared/errors.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { fill } from '#shared/messages/message.ts';
import { limitTries } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { RecentTries } from '../limits/recent-tries.ts';
import type { ContentCredentials } from './content-credentials.ts';

const limit = { most: 200, windowSeconds: 3600 };

interface CredentialParts {
  /** Undefined without a certificate. */
  readonly contentCredentials: ContentCredentials | undefined;
  readonly recentTries: RecentTries;
}

/** `POST /api/free/content-credentials`: signs what a file states about how it was made, by the file's hash. */
export function addCredentialsRoute(
  routes: Routes,
  { contentCredentials, recentTries }: CredentialParts,
): void {
  routes.add({
    method: 'POST',
    url: '/api/free/content-credentials',
    schema: {
      summary: 'Signs a file by its hash; answers application/c2pa, a manifest store to be put into it',
      body: signingRequestSchema,
    },
    guards: {
      limit: limitTries(recentTries, 'sign from', limit),
      signIn: 'none',
      plan: 'any',
      quota: 'none',
      atOnce: 'sign',
    },
    async handler(request, reply) {
      const store = await requireSigner(contentCredentials, request.body).sign(request.body, request.work);
      return reply.type('application/c2pa').send(Buffer.from(store));
    },
  });
}

function requireSigner(
  signer: ContentCredentials | undefined,
  { container, excluded }: SigningRequest,
): ContentCredentials {
  if (!signer) throw new CodedError('not_found', { message: fill(credentialMessages.notSetUp) });
  if ((container === 'mp4') === (excluded !== undefined)) throw new CodedError('bad_request');
  return signer;
}

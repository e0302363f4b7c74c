import { isPlace } from '#media/credentials/place-manifest.ts';
import { signingRequestSchema } from '#shared/api/content-credentials.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import type { Config } from '../config/config.ts';
import type { Receipts } from '../costs/receipts.ts';
import type { Routes } from '../guards/routes.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { type RecentTries, takeTry } from '../limits/recent-tries.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import { type ContentCredentials, maxSignaturesAtOnce } from './content-credentials.ts';

const limit = { most: 200, windowSeconds: 3600 };
const atOnceOfOne = 2;

interface CredentialParts {
  readonly config: Pick<Config, 'signsForAll'>;
  readonly contentCredentials: ContentCredentials | undefined;
  readonly receipts: Receipts | undefined;
  readonly recentTries: RecentTries;
}

/** `POST /api/content-credentials`: signs, by a file's hash, what this server did for it. */
export function addCredentialsRoute(
  routes: Routes,
  { config, contentCredentials: signer, receipts, recentTries }: CredentialParts,
): void {
  const atOnce = new ConcurrencyLimit(limitErrors.signaturesAtOnce, { each: atOnceOfOne });
  routes.add({
    method: 'POST',
    url: '/api/content-credentials',
    schema: {
      summary: 'Signs a file by its hash; answers a manifest store to be put into it',
      produces: ['application/c2pa'],
      body: signingRequestSchema,
    },
    guards: {
      limit: { askedBy: takeTry },
      signIn: config.signsForAll ? 'none' : { token: ['narrate'] },
      plan: 'any',
      quota: 'none',
      atOnce: 'light',
    },
    async handler(request, reply, { account }) {
      const { container, hash, excluded, ...made } = request.body;
      if (!signer || !receipts) throw refuse('not_found', credentialMessages.notSetUp);
      const file = { container, hash, excluded, storeBytes: signer.countStoreBytes() };
      if (!isPlace(file)) throw new CodedError('bad_request');
      const requester = account?.uid ?? requireVisitor(request);
      // Nobody waits for more than two of each other.
      using _running = await atOnce.begin(requester, request.work);
      if (atOnce.count > maxSignaturesAtOnce) throw new CodedError('overloaded', { retryAfterSeconds: 10 });
      await takeTry(recentTries, ['sign for', requester], limit);
      const store = await signer.sign({ ...file, claim: receipts.toClaim(made) }, request.work);
      return reply.type('application/c2pa').send(Buffer.from(store));
    },
  });
}

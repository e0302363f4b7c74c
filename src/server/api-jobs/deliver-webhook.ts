import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { type Dispatcher, request } from 'undici';
import { LoggedCause } from '#shared/errors.ts';
import type { Config } from '../config/config.ts';
import type { Queries } from '../database/database.ts';
import { apiJobs } from '../database/project-schema.ts';
import type { Job } from '../jobs/job-queue.ts';
import { describeJob } from './api-jobs.ts';
import { createPublicAgent, requireWebhookUrl } from './webhook-address.ts';

interface WebhookParts {
  readonly config: Pick<Config, 'webhookHosts'>;
  readonly queries: Queries;
  /** The product's. */
  readonly secret: string;
  readonly dispatcher?: Dispatcher;
}

const timeoutMs = 10_000;

/**
 * The secret that signs webhooks of jobs made with a token, or in sessions of an account: always the same, so that nothing is stored.
 * @param owner the id of the token, or else of the account
 * @returns `whsec_` and 32 bytes in base64
 */
export function makeWebhookSecret(secret: string, owner: string): string {
  return `whsec_${createHmac('sha256', secret).update(`webhook ${owner}`).digest('base64')}`;
}

/**
 * Tells a webhook that its job ended (https://www.standardwebhooks.com). Delivered by a 2xx; with 410 it wants no more. Redirects are
 * not followed.
 * @throws when the receiver cannot be reached or answers anything else, so that it is tried again
 */
export async function deliverWebhook(
  parts: WebhookParts,
  { data }: Pick<Job<'webhook'>, 'data'>,
): Promise<void> {
  const { config, queries, secret } = parts;
  const [row] = await queries.select().from(apiJobs).where(eq(apiJobs.id, data.jobId));
  if (!row?.webhookUrl || !row.endedAt) return;
  const url = requireWebhookUrl(row.webhookUrl, config.webhookHosts);
  const { id } = row;
  const job = describeJob(row);
  const body = JSON.stringify({ type: `job.${row.status}`, timestamp: job.endedAt, data: job });
  const sentAt = new Date();
  const signer = new Webhook(makeWebhookSecret(secret, row.tokenId ?? row.uid));
  const answer = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Benshi',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': signer.sign(id, sentAt, body),
    },
    body,
    dispatcher: parts.dispatcher ?? createPublicAgent(config.webhookHosts, timeoutMs),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const { statusCode } = answer;
  answer.body.on('error', () => undefined).destroy();
  if ((statusCode < 200 || statusCode > 299) && statusCode !== 410)
    throw new LoggedCause(`The webhook's server answered with ${statusCode}.`);
}

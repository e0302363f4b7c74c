import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { callServer } from './call-server.ts';
import { loadChunk } from './load-chunk.ts';

export const publicConfigQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }): Promise<ConfigAnswer> => {
    const [response, { configAnswerSchema }] = await Promise.all([
      callServer('/api/config', { signal }),
      loadChunk('answers', () => import('#shared/api/config.ts')),
    ]);
    return configAnswerSchema.parse(await response.json());
  },
  // The engines may have changed: a provider came up, or lost a model.
  refetchOnWindowFocus: 'always',
});

export const usePublicConfig = () => useQuery(publicConfigQuery);

export type Shop = { readonly href: string; readonly host: string };

/** Stripe's payment links accept a prefilled e-mail address. */
const stripeHost = 'buy.stripe.com';

/** @param premiumPlanUrl a path of this server or another address @param email of the user @returns undefined for our own page */
export function findShop(
  premiumPlanUrl: string,
  email: string | undefined,
  origin = window.location.origin,
): Shop | undefined {
  const address = new URL(premiumPlanUrl, origin);
  if (address.origin === origin && /^\/premium\/?$/iu.test(address.pathname)) return undefined;
  // The plan belongs to the e-mail address that pays. Other hosts do not receive it.
  if (address.host === stripeHost && email !== undefined) address.searchParams.set('prefilled_email', email);
  return { href: address.href, host: address.host };
}

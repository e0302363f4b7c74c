/** Where the premium plan is bought, when that is not our own page about the plans. */
export interface Shop {
  readonly href: string;
  /** Who runs it, as the address says. */
  readonly host: string;
}

interface ShopContext {
  /** As the server's settings say: a path of this server or an address elsewhere. */
  readonly premiumPlanUrl: string;
  /** This server's own address. */
  readonly origin: string;
  /** Of the person, when signed in. */
  readonly email: string | undefined;
}

/** Stripe's host of payment links, which can be given an address to fill in. */
const stripeHost = 'buy.stripe.com';

/** @returns undefined when the setting leads to our own page, which sells nothing itself */
export function findShop({ premiumPlanUrl, origin, email }: ShopContext): Shop | undefined {
  const address = new URL(premiumPlanUrl, origin);
  if (address.origin === origin && /^\/premium\/?$/iu.test(address.pathname)) return undefined;
  // The plan belongs to the address that pays. Other hosts do not receive it.
  if (address.host === stripeHost && email !== undefined) address.searchParams.set('prefilled_email', email);
  return { href: address.href, host: address.host };
}

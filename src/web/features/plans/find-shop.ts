/** The shop of the premium plan, unless it is our own page about the plans. */
export interface Shop {
  readonly href: string;
  /** Its host. */
  readonly host: string;
}

interface ShopContext {
  /** From the server's settings: a path of this server or another address. */
  readonly premiumPlanUrl: string;
  /** This server's own address. */
  readonly origin: string;
  /** Of the signed-in user. */
  readonly email: string | undefined;
}

/** Host of Stripe's payment links, which accept a prefilled e-mail address. */
const stripeHost = 'buy.stripe.com';

/** @returns undefined if the setting is our own page, which sells nothing */
export function findShop({ premiumPlanUrl, origin, email }: ShopContext): Shop | undefined {
  const address = new URL(premiumPlanUrl, origin);
  if (address.origin === origin && /^\/premium\/?$/iu.test(address.pathname)) return undefined;
  // The plan belongs to the e-mail address that pays. Other hosts do not receive it.
  if (address.host === stripeHost && email !== undefined) address.searchParams.set('prefilled_email', email);
  return { href: address.href, host: address.host };
}

import type { MeAnswer } from '#shared/api/account.ts';
import { t } from '#shared/messages/message.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { ButtonLink } from '../../components/button.tsx';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import type { Shop } from './find-shop.ts';
import classes from './plans-page.module.css';

interface HowToBuyProps {
  readonly shop: Shop | undefined;
  /** This server receives payment events, so that plans start and end automatically. */
  readonly hearsOfPayments: boolean;
  /** `null` for a visitor; undefined while unknown. */
  readonly me: MeAnswer | null | undefined;
}

/** How to get and cancel the premium plan on this server. */
export function HowToBuy(props: HowToBuyProps) {
  const { hearsOfPayments, me } = props;
  const hasPremium = me?.plan === 'premium';
  return (
    <>
      <section>
        <h2>{t(hasPremium ? planMessages.yours : planMessages.get)}</h2>
        {hasPremium ? <p>{t(planMessages.hasPremium)}</p> : <PurchaseSteps {...props} />}
      </section>
      <section>
        <h2>{t(planMessages.cancel)}</h2>
        <p>{t(hearsOfPayments ? planMessages.cancelAtShop : planMessages.askToCancel)}</p>
      </section>
    </>
  );
}

function PurchaseSteps({ shop, hearsOfPayments, me }: HowToBuyProps) {
  if (!shop)
    return (
      <>
        <p>
          {richText(t(hearsOfPayments ? planMessages.askToPay : planMessages.askForPlan), {
            contact: linkTo('/contact'),
          })}
        </p>
        <AddressNote me={me} isPaidWith={hearsOfPayments} />
      </>
    );
  const { href, host } = shop;
  return (
    <>
      <p>{t(hearsOfPayments ? planMessages.payAtShop : planMessages.readAtShop, { host })}</p>
      <AddressNote me={me} isPaidWith={hearsOfPayments} />
      <p>
        <ButtonLink href={href} target="_blank" rel="noopener">
          {t(hearsOfPayments ? planMessages.buy : planMessages.goToShop)}
        </ButtonLink>
      </p>
    </>
  );
}

/** The plan belongs to an e-mail address, which its owner must confirm. */
function AddressNote({ me, isPaidWith }: Pick<HowToBuyProps, 'me'> & { readonly isPaidWith: boolean }) {
  if (!me)
    return (
      <p>
        {richText(t(isPaidWith ? planMessages.registerToPay : planMessages.registerToAsk), {
          register: linkTo('/register'),
        })}
      </p>
    );
  const { email, emailVerified } = me;
  return (
    <>
      <p className={classes.address}>
        {richText(t(isPaidWith ? planMessages.payWithAddress : planMessages.giveAddress, { email }), {
          email: strong,
        })}
      </p>
      {!emailVerified && <p>{t(planMessages.confirmAddress)}</p>}
    </>
  );
}

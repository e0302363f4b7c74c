import { Link } from 'react-router';
import type { MeAnswer } from '#shared/api/account.ts';
import { ButtonLink } from '../../components/button.tsx';
import type { Shop } from './find-shop.ts';
import classes from './plans-page.module.css';

interface HowToBuyProps {
  readonly shop: Shop | undefined;
  /** This server hears of payments, so that a plan starts and ends by itself. */
  readonly hearsOfPayments: boolean;
  /** Nobody, or not known yet. */
  readonly me: MeAnswer | null | undefined;
}

/** How one comes to the premium plan on this server, and how one leaves it again. */
export function HowToBuy(props: HowToBuyProps) {
  return (
    <>
      <section>
        <h2>How to get the premium plan</h2>
        {props.me?.plan === 'premium' ? <p>You have it.</p> : <WayToPlan {...props} />}
      </section>
      <section>
        <h2>How to leave it again</h2>
        <p>
          {props.hearsOfPayments
            ? 'Cancel where you paid; the way there is in the mail with your receipt. The plan stays until the payment provider says that your time is over, and your account goes on as a standard one.'
            : 'Tell whoever runs this server. Your account goes on as a standard one.'}{' '}
          Open work is not lost.
        </p>
      </section>
    </>
  );
}

function WayToPlan({ shop, hearsOfPayments, me }: HowToBuyProps) {
  if (!shop)
    return (
      <>
        {hearsOfPayments ? (
          <p>
            Whoever runs this server sells it; <Link to="/contact">ask them</Link> how to pay. It starts as
            soon as the payment is known here.
          </p>
        ) : (
          <p>
            It is not sold on this page. Whoever runs this server gives it to an e-mail address:{' '}
            <Link to="/contact">ask them</Link>.
          </p>
        )}
        <AddressNote me={me} isPaidWith={hearsOfPayments} />
      </>
    );
  return (
    <>
      <p>
        {hearsOfPayments
          ? `You pay at ${shop.host}, which opens in a new tab. The plan starts as soon as the payment is known here, usually within a minute, also on a dashboard that is open.`
          : `It is explained at ${shop.host}, which opens in a new tab. Whoever runs this server then gives it to your e-mail address.`}
      </p>
      <AddressNote me={me} isPaidWith={hearsOfPayments} />
      <p>
        <ButtonLink href={shop.href} target="_blank" rel="noopener">
          {hearsOfPayments ? 'Buy the premium plan' : 'Go to the premium plan'}
        </ButtonLink>
      </p>
    </>
  );
}

/** The plan belongs to an address, and to nobody who has not shown that it is theirs. */
function AddressNote({ me, isPaidWith }: Pick<HowToBuyProps, 'me'> & { readonly isPaidWith: boolean }) {
  if (!me)
    return (
      <p>
        The plan belongs to an e-mail address: <Link to="/register">register</Link> with the one that you{' '}
        {isPaidWith ? 'pay with' : 'name to them'}, and open the link in the mail that you get.
      </p>
    );
  return (
    <p className={classes.address}>
      {isPaidWith ? 'Pay with' : 'Name to them'} the address of your account, <strong>{me.email}</strong>
      {me.emailVerified
        ? '.'
        : ', and open the link in the mail that was sent there: the plan waits until you have shown that it is yours.'}
    </p>
  );
}

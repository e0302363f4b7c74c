import type { MeAnswer } from '#shared/api/account.ts';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { ButtonLink } from '../../components/button.tsx';
import { TextPage } from '../../components/text-page.tsx';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import { usePublicConfig } from '../public-config/public.ts';
import { useSession } from '../session/public.ts';
import { listSpeakers, useVoices } from '../voice-samples/public.ts';
import { findShop, type Shop } from './find-shop.ts';
import classes from './plans-page.module.css';
import { DataFacts, PremiumEngine } from './premium-facts.tsx';

export function PlansPage() {
  const { data: config } = usePublicConfig();
  const { data: voices } = useVoices();
  const { data: me } = useSession();
  const speakers = voices && {
    standard: listSpeakers(voices, 'standard'),
    premium: listSpeakers(voices, 'premium'),
  };
  const shop = config && findShop(config.premiumPlanUrl, me?.email);
  return (
    <TextPage title={t(pageMessages.plans)} lead={<p>{t(planMessages.intro)}</p>}>
      {config && (
        <>
          <PlanTable
            narrationsPerDay={config.narrationsPerDay}
            premiumPrice={
              shop ? t(planMessages.priceAtShop, { host: shop.host }) : t(planMessages.priceOnRequest)
            }
          />
          <div className={classes.facts}>
            <HowToBuy shop={shop} hearsOfPayments={config.hearsOfPayments} me={me} />
            {speakers && <PremiumEngine speakers={speakers.premium} />}
            {speakers && (
              <DataFacts
                engines={config.engines}
                speakers={[...speakers.premium, ...speakers.standard]}
                shop={shop}
                hearsOfPayments={config.hearsOfPayments}
              />
            )}
          </div>
        </>
      )}
    </TextPage>
  );
}

interface PlanTableProps extends Pick<ConfigAnswer, 'narrationsPerDay'> {
  readonly premiumPrice: string;
}

function PlanTable({ narrationsPerDay, premiumPrice }: PlanTableProps) {
  const { free, standard, premium } = narrationsPerDay;
  const rows = [
    [t(planMessages.narrationsPerDay), ...[free, standard, premium].map(count => count.toLocaleString('en'))],
    [t(planMessages.languages), freeLanguageNames.length, languageNames.length, languageNames.length],
    [t(planMessages.voices), standardVoices.length, standardVoices.length, allVoices.length],
    [t(planMessages.previews), ...Array<string>(3).fill(t(planMessages.allVoices))],
    [t(planMessages.filters), t(planMessages.no), t(planMessages.no), t(planMessages.filterKinds)],
    [t(planMessages.price), t(planMessages.free), t(planMessages.freeWithAccount), premiumPrice],
  ];
  return (
    // On a narrow screen the table itself scrolls, by keyboard, too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section className={classes.scroller} tabIndex={0} aria-label={t(planMessages.comparison)}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.corner}>{t(planMessages.feature)}</span>
            </th>
            <th scope="col">{t(planMessages.visitor)}</th>
            <th scope="col">{t(planMessages.standard)}</th>
            <th scope="col">{t(planMessages.premium)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, ...cells]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns are the three plans, always in this order
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HowToBuyProps {
  readonly shop: Shop | undefined;
  /** This server receives payment events, so that plans start and end automatically. */
  readonly hearsOfPayments: boolean;
  /** `null` for a visitor; undefined while unknown. */
  readonly me: MeAnswer | null | undefined;
}

/** How to get and cancel the premium plan on this server. */
function HowToBuy(props: HowToBuyProps) {
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
        <AddressNote me={me} hearsOfPayments={hearsOfPayments} />
      </>
    );
  const { href, host } = shop;
  return (
    <>
      <p>{t(hearsOfPayments ? planMessages.payAtShop : planMessages.readAtShop, { host })}</p>
      <AddressNote me={me} hearsOfPayments={hearsOfPayments} />
      <p>
        <ButtonLink href={href} target="_blank" rel="noopener">
          {t(hearsOfPayments ? planMessages.buy : planMessages.goToShop)}
        </ButtonLink>
      </p>
    </>
  );
}

/** The plan belongs to an e-mail address, which its owner must confirm. */
function AddressNote({ me, hearsOfPayments }: Omit<HowToBuyProps, 'shop'>) {
  if (!me)
    return (
      <p>
        {richText(t(hearsOfPayments ? planMessages.registerToPay : planMessages.registerToAsk), {
          register: linkTo('/register'),
        })}
      </p>
    );
  const { email, emailVerified } = me;
  return (
    <>
      <p className={classes.address}>
        {richText(t(hearsOfPayments ? planMessages.payWithAddress : planMessages.giveAddress, { email }), {
          email: strong,
        })}
      </p>
      {!emailVerified && <p>{t(planMessages.confirmAddress)}</p>}
    </>
  );
}

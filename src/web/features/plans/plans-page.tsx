import type { MeAnswer } from '#shared/api/account.ts';
import type { ConfigAnswer } from '#shared/api/config.ts';
import type { EngineOfVoices } from '#shared/api/voices.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { planMessages } from '#shared/messages/plans.ts';
import { allVoices, premiumVoices, standardVoices } from '#shared/voices.ts';
import { ButtonLink } from '../../components/button.tsx';
import { TextPage } from '../../components/page-frame.tsx';
import { findShop, type Shop, usePublicConfig } from '../../lib/public-config.ts';
import { linkTo, richText, strong } from '../../lib/rich-text.tsx';
import { useSession } from '../accounts/public.ts';
import { findSpeaker, listSpeakers, type Speakers, useVoices } from '../voice-samples/public.ts';
import classes from './plans-page.module.css';

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
          <div className={`columns ${classes.facts}`}>
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

type PlanTableProps = Pick<ConfigAnswer, 'narrationsPerDay'> & { readonly premiumPrice: string };

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
    <section className={`card ${classes.scroller}`} tabIndex={0} aria-label={t(planMessages.comparison)}>
      <table className={`table ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className={`soft ${classes.corner}`}>{t(planMessages.feature)}</span>
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
  /** This server receives payment events: plans start and end by themselves. */
  readonly hearsOfPayments: boolean;
  /** `null` for a visitor; undefined while unknown. */
  readonly me: MeAnswer | null | undefined;
}

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
      <p className="anywhere">
        {richText(t(hearsOfPayments ? planMessages.payWithAddress : planMessages.giveAddress, { email }), {
          email: strong,
        })}
      </p>
      {!emailVerified && <p>{t(planMessages.confirmAddress)}</p>}
    </>
  );
}

export function PremiumEngine({ speakers }: { speakers: Speakers }) {
  const [first, ...others] = speakers;
  const further = languageNames.map(name => findSpeaker(speakers, name)).filter(each => each !== first);
  const names = others.filter(each => further.includes(each)).map(({ name }) => name);
  return (
    <section>
      <h2>{t(planMessages.premiumVoices)}</h2>
      <p>{describeSpeaker(first)}</p>
      {hasFewVoices(first) && <p>{describeShared(first)}</p>}
      {further.length > 0 && (
        <p>
          {t(planMessages.otherLanguages, {
            count: further.length,
            total: languageNames.length,
            names: names.join(', '),
          })}
        </p>
      )}
    </section>
  );
}

function describeSpeaker(engine: EngineOfVoices): string {
  const { name: provider, isOffline, hasPremiumVoices, languages, differentVoices } = engine;
  if (isOffline) return t(planMessages.spokenOffline);
  if (hasFewVoices(engine)) return t(planMessages.spokenByFew, { provider, count: differentVoices });
  if (!hasPremiumVoices) return t(planMessages.spokenByEnough, { provider });
  const count = languages.length;
  return count > 0
    ? t(planMessages.spokenByOwnIn, { provider, count })
    : t(planMessages.spokenByOwn, { provider });
}

function hasFewVoices({ isOffline, hasPremiumVoices, differentVoices }: EngineOfVoices): boolean {
  return !isOffline && !hasPremiumVoices && differentVoices < premiumVoices.length;
}

function describeShared({ differentVoices, unsharedVoices }: EngineOfVoices): string {
  if (unsharedVoices === 0) return t(planMessages.allShared);
  if (unsharedVoices === differentVoices) return t(planMessages.noneShared);
  return t(planMessages.someShared, { count: unsharedVoices });
}

interface DataFactsProps {
  readonly engines: ConfigAnswer['engines'];
  readonly speakers: readonly EngineOfVoices[];
  readonly shop: Shop | undefined;
  readonly hearsOfPayments: boolean;
}

function DataFacts({ engines, speakers, shop, hearsOfPayments }: DataFactsProps) {
  const providers = [engines.vision, engines.script, ...speakers].filter(
    each => !each.isOffline && !each.isLocal,
  );
  const names = [...new Set(providers.map(each => each.name))].join(', ');
  return (
    <section>
      <h2>{t(planMessages.data)}</h2>
      <p>{t(planMessages.videoDeleted)}</p>
      <p>{names === '' ? t(planMessages.noProvider) : t(planMessages.providers, { names })}</p>
      <p>{t(planMessages.redacted)}</p>
      {(shop || hearsOfPayments) && <p>{t(planMessages.paymentData)}</p>}
      {hearsOfPayments && <p>{t(planMessages.purchaseData)}</p>}
    </section>
  );
}

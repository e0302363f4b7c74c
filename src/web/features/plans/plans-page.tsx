import { TextPage } from '../../components/text-page.tsx';
import { usePublicConfig } from '../public-config/use-public-config.ts';
import { useSession } from '../session/session.ts';
import { listSpeakers } from '../voice-samples/speakers.ts';
import { useVoices } from '../voice-samples/use-voices.ts';
import { findShop } from './find-shop.ts';
import { HowToBuy } from './how-to-buy.tsx';
import { PlanTable } from './plan-table.tsx';
import classes from './plans-page.module.css';
import { DataFacts, PremiumEngine } from './premium-facts.tsx';

/** What each plan includes on this server, and how one comes to the premium plan. Promises nothing that is not built. */
export function PlansPage() {
  const { data: config } = usePublicConfig();
  const { data: voices } = useVoices();
  const { data: me } = useSession();
  const speakers = voices && {
    standard: listSpeakers(voices, 'standard'),
    premium: listSpeakers(voices, 'premium'),
  };
  const shop =
    config &&
    findShop({ premiumPlanUrl: config.premiumPlanUrl, origin: window.location.origin, email: me?.email });
  return (
    <TextPage
      title="Plans"
      heading="The plans"
      scene={{ title: 'Choose your seat', hint: 'The film is the same from each of them.' }}
      lead={
        <p>
          Every plan looks at the same pictures, writes with the same engine, and lets you change every word.
          The premium plan adds voices, and more narrations a day.
        </p>
      }
    >
      {config && (
        <>
          <PlanTable
            narrationsPerDay={config.narrationsPerDay}
            premiumPrice={shop ? `As ${shop.host} says` : 'As agreed with whoever runs the server'}
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

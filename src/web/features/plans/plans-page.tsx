import type { ConfigAnswer } from '#shared/api/config.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import { TextPage } from '../../components/text-page.tsx';
import { usePublicConfig } from '../public-config/public.ts';
import { useSession } from '../session/public.ts';
import { listSpeakers, useVoices } from '../voice-samples/public.ts';
import { findShop } from './find-shop.ts';
import { HowToBuy } from './how-to-buy.tsx';
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

interface PlanTableProps extends Pick<ConfigAnswer, 'narrationsPerDay'> {
  /** What the premium plan costs, or who says so. */
  readonly premiumPrice: string;
}

/** What each plan includes on this server. */
export function PlanTable({ narrationsPerDay, premiumPrice }: PlanTableProps) {
  const { free, standard, premium } = narrationsPerDay;
  const rows = [
    ['Narrations a day', ...[free, standard, premium].map(count => count.toLocaleString('en'))],
    ['Languages', freeLanguageNames.length, languageNames.length, languageNames.length],
    ['Voices', standardVoices.length, standardVoices.length, allVoices.length],
    ['Hear a voice before you choose it', 'Every\u00a0one', 'Every\u00a0one', 'Every\u00a0one'],
    ['Find a voice by how it sounds', 'No', 'No', 'By accent, age, gender, mood and use'],
    ['Price', 'Free', 'Free, with an account', premiumPrice],
  ];
  return (
    // On a narrow screen the table scrolls in itself, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section className={classes.scroller} tabIndex={0} aria-label="The plans compared">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.corner}>What</span>
            </th>
            <th scope="col">Visitor</th>
            <th scope="col">Standard</th>
            <th scope="col">Premium</th>
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

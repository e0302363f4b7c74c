import { Link } from 'react-router';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { standardVoices } from '#shared/voices.ts';
import { usePublicConfig } from '../public-config/use-public-config.ts';
import classes from './plans-page.module.css';

/** What each plan includes on this server, and how one comes to the premium plan. Promises nothing that is not built. */
export function PlansPage() {
  const { data: config } = usePublicConfig();
  return (
    <div className={classes.page}>
      <title>Plans · Benshi</title>
      <h1>The plans</h1>
      <p>
        Every plan looks at the same pictures, writes with the same engine, and lets you change every word.
      </p>
      {config && <PlanTable narrationsPerDay={config.narrationsPerDay} />}
      <h2>How to get the premium plan</h2>
      <p>
        Whoever runs this server gives it to an e-mail address. Ask them, then{' '}
        <Link to="/register">register</Link> with that address and open the link in the mail that you get: the
        plan starts at once.
      </p>
    </div>
  );
}

function PlanTable({ narrationsPerDay }: Pick<ConfigAnswer, 'narrationsPerDay'>) {
  const { free, standard, premium } = narrationsPerDay;
  const rows = [
    ['Narrations a day', free, standard, premium],
    ['Languages', freeLanguageNames.length, languageNames.length, languageNames.length],
    ['Voices', standardVoices.length, standardVoices.length, standardVoices.length],
    ['Price', 'Free', 'Free, with an account', 'As agreed with whoever runs the server'],
  ] as const;
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

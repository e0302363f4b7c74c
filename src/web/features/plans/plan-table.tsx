import type { ConfigAnswer } from '#shared/api/config.ts';
import { freeLanguageNames, languageNames } from '#shared/languages.ts';
import { allVoices, standardVoices } from '#shared/voices.ts';
import classes from './plans-page.module.css';

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

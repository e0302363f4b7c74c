import { useQuery } from '@tanstack/react-query';
import type { CostsAnswer } from '#shared/api/costs.ts';
import { describeCost } from '#shared/describe-cost.ts';
import { costsQuery } from '../dashboard/public.ts';

const steps = [
  ['vision', 'Looking at videos'],
  ['script', 'Writing scripts'],
  ['speech', 'Speaking'],
] as const;

/** What a person's narrations cost this month; nothing where no money was spent, or no price is known. */
export function OwnCosts({ uid }: { uid: string }) {
  const { data: costs } = useQuery(costsQuery(uid));
  if (!costs?.total) return null;
  return (
    <section>
      <h2>What your narrations cost</h2>
      <p>
        In {nameMonth(costs)} the AI that looked, wrote and spoke for you cost {describeCost(costs.total)}.
        Whoever runs this server pays for it.
      </p>
      <ul>
        {steps.map(([step, label]) => {
          const cost = costs.steps[step];
          return cost && <li key={step}>{`${label}: ${describeCost(cost)}`}</li>;
        })}
      </ul>
    </section>
  );
}

/** `November 2026` */
function nameMonth({ month }: CostsAnswer): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

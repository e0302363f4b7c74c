import { useQuery } from '@tanstack/react-query';
import type { CostsAnswer } from '#shared/api/costs.ts';
import { t } from '#shared/messages/message.ts';
import { ownAccountMessages } from '#shared/messages/own-account.ts';
import { formatDollars } from '../../lib/format-dollars.ts';
import { costsQuery } from '../dashboard/public.ts';

const steps = [
  ['vision', ownAccountMessages.costVision],
  ['script', ownAccountMessages.costScript],
  ['speech', ownAccountMessages.costSpeech],
] as const;

/** The user's costs this month; nothing if it was free, or no price is known. */
export function OwnCosts({ uid }: { uid: string }) {
  const { data: costs } = useQuery(costsQuery(uid));
  if (!costs?.total) return null;
  return (
    <section>
      <h2>{t(ownAccountMessages.costs, { month: nameMonth(costs) })}</h2>
      <p>{t(ownAccountMessages.costTotal, { amount: formatDollars(costs.total.dollars) })}</p>
      <ul>
        {steps.map(([step, message]) => {
          const cost = costs.steps[step];
          return cost && <li key={step}>{t(message, { amount: formatDollars(cost.dollars) })}</li>;
        })}
      </ul>
      {!costs.total.isComplete && <p>{t(ownAccountMessages.costIncomplete)}</p>}
    </section>
  );
}

/** `November 2026` */
function nameMonth({ month }: CostsAnswer): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  return first.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

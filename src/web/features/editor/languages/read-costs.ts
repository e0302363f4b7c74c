import { type Cost, costsAnswerSchema } from '#shared/api/costs.ts';
import { getAnswer } from '../../../lib/call-server.ts';
import { visitorOwner } from '../storage/start-storage.ts';
import type { Editor } from '../store/editor.ts';

/** What an account has spent this month; undefined for visitors, and if it is unknown. Never rejects. */
export async function readSpent({ owner }: Editor, signal?: AbortSignal): Promise<Cost | undefined> {
  if (owner === visitorOwner) return undefined;
  try {
    return (
      (await getAnswer('/api/account/costs', costsAnswerSchema, signal)).total ?? {
        dollars: 0,
        isComplete: true,
      }
    );
  } catch {
    return undefined;
  }
}

/** What was spent between two looks; undefined if nothing or unknown, as at the turn of a month. */
export function subtractCosts(after: Cost | undefined, before: Cost | undefined): Cost | undefined {
  if (!after || !before || after.dollars <= before.dollars) return undefined;
  return { dollars: after.dollars - before.dollars, isComplete: after.isComplete };
}

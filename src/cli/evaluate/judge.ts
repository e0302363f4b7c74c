import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { badRequest, reportStatus } from '../narrate/report-status.ts';
import type { Evaluation } from './evaluate-video.ts';
import { pairRuns, type Run } from './results.ts';

const verdictRow =
  /^(?:(?:final |my )?(?:answer|verdict|winner|choice)(?: is)? )?(?:text )?(?<verdict>A|B|TIE)(?: (?:is|wins|because|reason)\b.*)?$/iu;

/** @returns `A`, `B` or `TIE`; undefined for an answer that decides nothing */
export function readVerdict(answer: string): string | undefined {
  const rows = answer.split('\n').map(row => row.replace(/[^\p{L}]+/gu, ' ').trim());
  return rows.flatMap(row => verdictRow.exec(row)?.groups?.verdict ?? [])[0]?.toUpperCase();
}

/** By the verdicts in both orders, this run first as A, then as B; `place` where the same place was chosen twice. */
const outcomes = { 'A B': 'now', 'B A': 'before', 'A A': 'place', 'B B': 'place' } as const;
type Outcome = (typeof outcomes)[keyof typeof outcomes] | 'tie' | 'failed';

/**
 * Chooses another AI than the writer if one is connected.
 * @returns compares the texts of two runs, and tells how that ended
 * @throws CodedError `bad_request` if no AI can judge
 */
export async function chooseJudge({ engines: { script }, signal }: Parts) {
  const writer = await script.choose(signal);
  const able = script.candidates.map(({ engine }) => engine).filter(each => each.compareTexts);
  const judge = able.find(each => each !== writer) ?? able[0];
  const compareTexts = judge?.compareTexts?.bind(judge);
  if (!compareTexts) throw badRequest('--judge: no AI that compares texts is connected (npm run doctor).');
  return async (runs: readonly Run[], others: readonly Run[], { prompt, language, into }: Evaluation) => {
    const found: Outcome[] = [];
    for (const [{ task, video, ...now }, before] of pairRuns(runs, others)) {
      const kind = task === 'translate' ? 'translation' : task === 'describe' ? 'description' : 'narration';
      const asked = {
        kind,
        prompt,
        language: getLanguage(task === 'translate' ? into : language),
        signal,
      } as const;
      const ask = async (...texts: string[]) =>
        readVerdict((await Array.fromAsync(compareTexts({ ...asked, texts }))).join(''));
      try {
        const verdicts = [await ask(now.text, before.text), await ask(before.text, now.text)];
        const isKnown = verdicts.every(verdict => verdict !== undefined);
        found.push(outcomes[verdicts.join(' ') as keyof typeof outcomes] ?? (isKnown ? 'tie' : 'failed'));
      } catch (error) {
        if (!(error instanceof CodedError) || signal.aborted) throw error;
        reportStatus(`${video}, ${task}: not judged. ${error.operatorMessage}`);
        found.push('failed');
      }
    }
    const also = judge === writer ? ', which also wrote' : '';
    return `Judge: ${judge?.provider.name} ${judge?.model ?? ''}${also}.\n${describeOutcomes(found)}`;
  };
}

/** The two-sided sign test: how likely a result that clear is if both versions are equally good. Ties do not count. */
export function computeSignTest(wins: number, losses: number): number {
  let [ways, sum] = [1, 0];
  for (let fewer = 0; fewer <= Math.min(wins, losses); fewer++) {
    sum += ways;
    ways = (ways * (wins + losses - fewer)) / (fewer + 1);
  }
  return Math.min(1, (2 * sum) / 2 ** (wins + losses));
}

const fewestComparisons = 10;

export function describeOutcomes(found: readonly Outcome[]): string {
  const count = (...kinds: Outcome[]) => found.filter(outcome => kinds.includes(outcome)).length;
  const [wins, losses, failed] = [count('now'), count('before'), count('failed')];
  const conclusion =
    found.length - failed < fewestComparisons
      ? `Fewer than ${fewestComparisons} comparisons are too few to conclude anything.`
      : `Two-sided sign test: p = ${computeSignTest(wins, losses).toFixed(3)}; from 0.05 on it may well be chance.`;
  return `Comparisons, each in both orders: ${found.length - failed}; without a usable answer: ${failed}.
This run preferred: ${wins}; the other: ${losses}; ties: ${count('tie', 'place')}, of which by place (the same letter in both orders): ${count('place')}.
${conclusion}`;
}

import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { badRequest, reportStatus } from '../narrate/report-status.ts';
import { type Asked, pairRuns, type Run } from './results.ts';

const verdictRow =
  /^(?:(?:final |my )?(?:answer|verdict|winner|choice)(?: is)? )?(?:text )?(?<verdict>A|B|TIE)(?: (?:is|wins|because|reason)\b.*)?$/iu;

/** @returns `A`, `B` or `TIE`; undefined for an answer that decides nothing */
export function readVerdict(answer: string): string | undefined {
  const rows = answer.split('\n').map(row => row.replace(/[^\p{L}]+/gu, ' ').trim());
  return rows.flatMap(row => verdictRow.exec(row)?.groups?.verdict ?? [])[0]?.toUpperCase();
}

/**
 * Chooses another AI than the writer if one is connected.
 * @returns compares the texts of two runs, and tells how that ended
 * @throws CodedError `bad_request` if no AI can judge
 */
export async function chooseJudge({ engines: { script }, signal }: Parts) {
  const writer = await script.choose(signal);
  const able = script.candidates.map(({ engine }) => engine).filter(each => each.compareTexts);
  const judge = able.find(each => each !== writer) ?? able[0];
  if (!judge) throw badRequest('--judge: no AI that compares texts is connected (npm run doctor).');
  return async (runs: readonly Run[], others: readonly Run[], { prompt, language, into }: Asked) => {
    const found: string[] = [];
    for (const [{ task, video, text }, before] of pairRuns(runs, others)) {
      const kind = task === 'translate' ? 'translation' : task === 'describe' ? 'description' : 'narration';
      const asked = {
        kind,
        prompt,
        language: getLanguage(task === 'translate' ? into : language),
        signal,
      } as const;
      const ask = async (...texts: string[]) =>
        readVerdict((await Array.fromAsync(judge.compareTexts?.({ ...asked, texts }) ?? [])).join(''));
      try {
        const verdicts = [await ask(text, before.text), await ask(before.text, text)];
        found.push(verdicts.includes(undefined) ? 'none' : verdicts.join(' '));
      } catch (error) {
        if (!(error instanceof CodedError) || signal.aborted) throw error;
        reportStatus(`${video}, ${task}: not judged. ${error.operatorMessage}`);
        found.push('none');
      }
    }
    const also = judge === writer ? ', which also wrote' : '';
    return `Judge: ${judge.provider.name} ${judge.model ?? ''}${also}.\n${describeVerdicts(found)}`;
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

/** @param found verdicts in both orders, this run first as A, then as B, such as `A B`; `none` without a usable answer */
export function describeVerdicts(found: readonly string[]): string {
  const count = (...verdicts: string[]) => found.filter(each => verdicts.includes(each)).length;
  const [wins, losses, failed, byPlace] = [count('A B'), count('B A'), count('none'), count('A A', 'B B')];
  const judged = found.length - failed;
  const conclusion =
    judged < fewestComparisons
      ? `Fewer than ${fewestComparisons} comparisons are too few to conclude anything.`
      : `Two-sided sign test: p = ${computeSignTest(wins, losses).toFixed(3)}; from 0.05 on it may well be chance.`;
  return `Comparisons, each in both orders: ${judged}; without a usable answer: ${failed}.
This run preferred: ${wins}; the other: ${losses}; ties: ${judged - wins - losses}, of which by place (the same letter in both orders): ${byPlace}.
${conclusion}`;
}

import type { CompareRequest } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage } from '#shared/languages.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { badRequest, reportStatus } from '../narrate/report-status.ts';
import type { Evaluation } from './evaluate-video.ts';
import { pairRuns, type Run, type Task } from './results.ts';

const verdictRow =
  /^(?:(?:final |my )?(?:answer|verdict|winner|choice)(?: is)? )?(?:text )?(?<verdict>A|B|TIE)(?: (?:is|wins|because|reason)\b.*)?$/iu;

/** @returns `A`, `B` or `TIE`; undefined for an answer that decides nothing */
export function readVerdict(answer: string): string | undefined {
  const rows = answer.split('\n').map(row => row.replace(/[^\p{L}]+/gu, ' ').trim());
  return rows.flatMap(row => verdictRow.exec(row)?.groups?.verdict ?? [])[0]?.toUpperCase();
}

/** Of a comparison in both orders; `place` where the same place was chosen twice. */
type Outcome = 'now' | 'before' | 'tie' | 'place' | 'failed';

/** @param first with this run as A @param second with this run as B */
function decide(first: string | undefined, second: string | undefined): Outcome {
  if (!first || !second) return 'failed';
  if (first === second) return first === 'TIE' ? 'tie' : 'place';
  if (first === 'TIE' || second === 'TIE') return 'tie';
  return first === 'A' ? 'now' : 'before';
}

const kinds: Partial<Record<Task, CompareRequest['kind']>> = {
  describe: 'description',
  translate: 'translation',
};

/**
 * Chooses another AI than the writer if one is connected.
 * @returns compares the texts of two runs, and tells how that ended
 * @throws CodedError `bad_request` if no AI can judge
 */
export async function chooseJudge({ engines: { script }, signal }: Parts) {
  const writer = await script.choose(signal);
  const able = script.candidates.map(({ engine }) => engine).filter(each => each.compareTexts);
  const judge = able.find(each => each !== writer) ?? able[0];
  if (!judge?.compareTexts)
    throw badRequest('--judge: no AI that compares texts is connected (npm run doctor).');
  const compareTexts = judge.compareTexts.bind(judge);
  return async (runs: readonly Run[], others: readonly Run[], { prompt, language, into }: Evaluation) => {
    const outcomes: Outcome[] = [];
    for (const [now, before] of pairRuns(runs, others)) {
      const kind = kinds[now.task] ?? 'narration';
      const asked = { kind, prompt, language: getLanguage(kind === 'translation' ? into : language), signal };
      const ask = async (one = '', other = '') =>
        readVerdict((await Array.fromAsync(compareTexts({ ...asked, texts: [one, other] }))).join(''));
      try {
        outcomes.push(decide(await ask(now.text, before.text), await ask(before.text, now.text)));
      } catch (error) {
        if (!(error instanceof CodedError) || signal.aborted) throw error;
        reportStatus(`${now.video}, ${now.task}: not judged. ${error.operatorMessage}`);
        outcomes.push('failed');
      }
    }
    const who = `Judge: ${judge.provider.name} ${judge.model ?? ''}${judge === writer ? ', which also wrote' : ''}.`;
    return `${who}\n${describeOutcomes(outcomes)}`;
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

export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const count = (...kinds: Outcome[]) => outcomes.filter(outcome => kinds.includes(outcome)).length;
  const [wins, losses, failed] = [count('now'), count('before'), count('failed')];
  const comparisons = outcomes.length - failed;
  const conclusion =
    comparisons < fewestComparisons
      ? `Fewer than ${fewestComparisons} comparisons are too few to conclude anything.`
      : `Two-sided sign test: p = ${computeSignTest(wins, losses).toFixed(3)}; from 0.05 on it may well be chance.`;
  return `Comparisons, each in both orders: ${comparisons}; without a usable answer: ${failed}.
This run preferred: ${wins}; the other: ${losses}; ties: ${count('tie', 'place')}, of which by place (the same letter in both orders): ${count('place')}.
${conclusion}`;
}

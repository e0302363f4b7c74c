import { basename, join } from 'node:path';
import type { DescribedEngine, NoteUsage, TimedScriptRequest } from '#engines/ports.ts';
import { computeCost, isFreeOfCharge, toAmounts } from '#engines/prices/prices.ts';
import { override, wrapScript } from '#engines/wrap-engine.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { toDay } from '#server/costs/account-costs.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { joinText, type Narration, type Project, readObservations } from '#shared/narration/project.ts';
import { splitPeople } from '#shared/narration/seen-people.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { splitSentences } from '#shared/script/split-sentences.ts';
import { computeWritableBudget, countSpokenUnits } from '#shared/script/time-budget.ts';
import { planNarration } from '../mcp/local-work.ts';
import { narrate } from '../narrate/narrate-file.ts';
import { readProject } from '../narrate/open-document.ts';
import type { Parts } from '../narrate/open-parts.ts';
import { badRequest, reportStatus, withStatusPrefix } from '../narrate/report-status.ts';
import * as count from './metrics.ts';
import { type Run, type Task, tasks } from './results.ts';

export interface Evaluation {
  /** Undefined for all that the AI can. */
  readonly tasks?: readonly Task[];
  readonly prompt: string;
  readonly language: LanguageName;
  /** Of the translation. */
  readonly into: LanguageName;
}

/** The same engines, whose use is counted and whose answers for moments are kept. */
function watchUse(parts: Parts) {
  const use: Record<string, { count: number } | undefined> = { 'cost in dollars': { count: 0 } };
  const add = (name: string, amount: number | undefined) => {
    const before = name in use ? use[name] : { count: 0 };
    use[name] = before && amount !== undefined ? { count: before.count + amount } : undefined;
  };
  const note = (work: string, { provider }: DescribedEngine): NoteUsage => {
    return usage => {
      const { textTokensIn, textTokensOut } = toAmounts(usage);
      const isFree = isFreeOfCharge(provider);
      const cost = isFree ? 0 : computeCost(usage, parts.config.prices, toDay(new Date()));
      add(`${work}: calls`, 1);
      add(`${work}: tokens in`, textTokensIn);
      add(`${work}: tokens out`, textTokensOut);
      add('cost in dollars', cost && cost / 1e9);
    };
  };
  const answers = new Map<number | undefined, count.Answer>();
  const vision = parts.engines.vision.map(engine => {
    const noteUsage = note('looking', engine);
    return override(engine, { analyze: request => engine.analyze({ ...request, noteUsage }) });
  });
  const script = parts.engines.script.map(engine =>
    wrapScript(engine, async function* (request, write) {
      let written = '';
      for await (const piece of write({ ...request, noteUsage: note('writing', engine) })) {
        written += piece;
        yield piece;
      }
      if (!('cuePoints' in request)) return;
      const { cuePoints } = request as TimedScriptRequest;
      // What is asked for again takes the place of the answer that could not be used.
      answers.set(cuePoints[0]?.startSeconds, { cuePoints, written });
    }),
  );
  return { parts: { ...parts, engines: { ...parts.engines, vision, script } }, use, answers };
}

/**
 * Runs the tasks of a video, as the command line does each. One that fails does not stop the others.
 * @param keep gets each run at once
 * @returns whether none failed
 * @throws CodedError `client_closed`
 */
export async function evaluateVideo(
  videoPath: string,
  { prompt, language, into, ...asked }: Evaluation,
  parts: Parts,
  keep: (run: Run) => Promise<void>,
): Promise<boolean> {
  const video = basename(videoPath);
  await using folder = await makeTemporaryFolder();
  const { translateLines } = await parts.engines.script.choose(parts.signal);
  const ways = {
    timed: { prompt, language, timed: true },
    narrate: { prompt, language },
    describe: { prompt, language, describe: 'standard' },
    // With only its script asked for, nothing is spoken.
    translate: { languages: into, script: join(folder.path, 'script.txt') },
  };
  let source: string | undefined;
  let isDone = true;
  for (const task of asked.tasks ?? tasks.filter(each => each !== 'translate' || translateLines))
    await withStatusPrefix(`${video}, ${task}`, async () => {
      const { parts: watched, use, answers } = watchUse(parts);
      try {
        // Each looks in its own way, and so has a project file of its own.
        const project = task === 'translate' ? source : join(folder.path, `${task}.benshi.json`);
        if (project === undefined) throw badRequest('No task before wrote what could be translated.');
        await narrate(planNarration(videoPath, { ...ways[task], project }), watched);
        source ??= project;
        const { metrics, ...made } = measure(await readProject(project), [...answers.values()]);
        await keep({ video, task, ...made, metrics: { ...metrics, ...use } });
      } catch (error) {
        if (!(error instanceof CodedError) || parts.signal.aborted) throw error;
        reportStatus(`failed. ${error.operatorMessage}`);
        isDone = false;
      }
    });
  return isDone;
}

/** Measures the newest narration of a project, which may be a translation. */
function measure({ video, observations, narrations }: Project, answers: readonly count.Answer[]) {
  const { lines, language: name = 'English', style, writer } = narrations.at(-1) as Narration;
  const language = getLanguage(name);
  const script = joinText(lines);
  const texts =
    style === 'continuous' ? splitSentences(script, language.code) : lines.map(({ text }) => text);
  const room = computeWritableBudget(language, (video?.durationMs ?? 0) / 1000).count;
  const moments = answers.flatMap(({ cuePoints }) => cuePoints).length;
  const { people } = splitPeople(readObservations(observations).analysis);
  const originals = new Map(narrations.flatMap(each => each.lines).map(({ id, text }) => [id, text]));
  const pairs = lines.flatMap(({ sourceLineId: id, text }) =>
    id ? [[originals.get(id) ?? '', text] as const] : [],
  );
  const whole = { 'lines within their length': count.share([countSpokenUnits(language, script) <= room]) };
  const timed = {
    'lines within their length': count.countFitting(answers, language),
    'moments used': { count: lines.length, of: moments },
  };
  return {
    text: pairs.length > 0 ? pairs.map(pair => pair.join('\n→ ')).join('\n') : printScript(lines),
    makers: [observations[0]?.source, writer],
    metrics: {
      ...(moments > 0 ? timed : style === 'continuous' && whole),
      'openings that repeat': count.countRepeatedOpenings(texts, language),
      'phrases of the forbidden kind': count.countForbidden(texts, name, style.startsWith('description')),
      ...(name === 'English' && { 'people named the same': count.countSameName(texts, people) }),
      ...(pairs.length > 0 && { 'numbers and names kept': count.countKept(pairs, people, name) }),
    },
  };
}

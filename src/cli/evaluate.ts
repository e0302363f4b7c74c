import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { ScriptEngine } from '#engines/ports.ts';
import { computeCost, isFreeOfCharge, toAmounts } from '#engines/prices/prices.ts';
import { override } from '#engines/wrap-engine.ts';
import { makeTemporaryFolder } from '#media/node/temporary-files.ts';
import { readConfig } from '#server/config/config.ts';
import { toDay } from '#server/costs/account-costs.ts';
import { watchEngines } from '#server/operations/watch-engines.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { CodedError } from '#shared/errors.ts';
import { languageNames } from '#shared/languages.ts';
import { chooseJudge } from './evaluate/judge.ts';
import { type Answer, measure } from './evaluate/metrics.ts';
import { type Asked, printResults, printTable, type Run, readResults, tasks } from './evaluate/results.ts';
import { planNarration } from './mcp/local-work.ts';
import { oneOf } from './narrate/command.ts';
import { narrate } from './narrate/narrate-file.ts';
import { readProject } from './narrate/open-document.ts';
import { openParts, type Parts } from './narrate/open-parts.ts';
import { badRequest, refuse, reportStatus, withStatusPrefix } from './narrate/report-status.ts';
import { writeWholeFile } from './narrate/write-whole-file.ts';
import { runCommand } from './run-command.ts';

const description = `Measures the prompts with the AI that is connected: looks at videos, writes, describes and translates. A provider charges
for each video as for three narrations. What the figures mean: CONTRIBUTING.md, "Measuring prompts". The exit code is 1 if a task failed.`;

const sampleVideo = fileURLToPath(new URL('../web/public/the-lantern-boat.mp4', import.meta.url));

type Options = Asked & { tasks?: Run['task'][]; save?: string; against?: string; judge?: boolean };

process.exitCode = await runCommand(async (args, folder, signal) => {
  const toPath = (path: string) => resolve(folder, path);
  const toLanguage = (name: string) => oneOf(languageNames)(name, 'A language', folder);
  const toTasks = (list: string) => list.split(',').map(name => oneOf(tasks)(name.trim(), '--tasks', folder));
  const command = new Command('npm run evaluate --')
    .description(description)
    .argument('[videos...]', 'by default the sample film of the start page', [sampleVideo])
    .option('--tasks <list>', `of ${tasks.join(',')}, by default all that the AI can`, toTasks)
    .option('--prompt <text>', 'what the narrations should say', 'Tell calmly what happens.')
    .option('--language <name>', 'their language', toLanguage, defaultLanguageName)
    .option('--into <name>', 'the language of the translation', toLanguage, 'German')
    .option('--save <file>', 'writes figures and texts as JSON, after each task', toPath)
    .option('--against <file>', 'compares with a saved run: better, worse or same', toPath)
    .option('--judge', 'with --against: an AI, another one if possible, compares the texts blindly')
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
    .parse(args, { from: 'user' });
  const { tasks: chosen, save, against, judge: judges = false, ...asked } = command.opts<Options>();
  refuse(asked.into === asked.language, '--into must be another language than --language.');
  refuse(judges && against === undefined, '--judge needs --against FILE: the run to compare with.');
  refuse(save !== undefined && save === against, '--save would replace the file of --against.');
  const before = against === undefined ? undefined : await readResults(against);
  await using parts = await openParts(readConfig(process.env), 1, signal);
  const judge = judges && (await chooseJudge(parts));
  const { translateLines } = await parts.engines.script.choose(signal);
  const able = chosen ?? tasks.filter(task => task !== 'translate' || translateLines);
  const runs: Run[] = [];
  let isDone = true;
  for (const videoPath of command.processedArgs[0].map(toPath))
    for await (const run of runTasks(videoPath, able, asked, parts)) {
      if (run) runs.push(run);
      else isDone = false;
      // Written now because it is already paid for.
      if (run && save !== undefined) await writeWholeFile(save, printResults({ ...asked, runs }), signal);
    }
  for (const name of ['prompt', 'language', 'into'] as const)
    if (before && before[name] !== asked[name]) reportStatus(`The runs differ in --${name}.`);
  console.log(printTable(runs, before?.runs) || 'There is nothing to compare.');
  if (before && judge) console.log(`\n${await judge(runs, before.runs, asked)}`);
  return isDone;
});

/**
 * Runs the tasks of a video, as the command line does each.
 * @returns undefined for each that failed, which does not stop the others
 * @throws CodedError `client_closed`
 */
async function* runTasks(
  videoPath: string,
  able: readonly Run['task'][],
  { prompt, language, into }: Asked,
  parts: Parts,
): AsyncGenerator<Run | undefined> {
  const video = basename(videoPath);
  await using folder = await makeTemporaryFolder();
  const ways = {
    timed: { prompt, language, timed: true },
    narrate: { prompt, language },
    describe: { prompt, language, describe: 'standard' },
    // With only its script asked for, nothing is spoken.
    translate: { languages: into, script: join(folder.path, 'script.txt') },
  };
  let source: string | undefined;
  for (const task of able)
    yield await withStatusPrefix(`${video}, ${task}`, async () => {
      try {
        const { parts: watched, use, answers } = watchUse(parts);
        // Each looks in its own way, and so has a project file of its own.
        const project = task === 'translate' ? source : join(folder.path, `${task}.benshi.json`);
        if (project === undefined) throw badRequest('No task before wrote what could be translated.');
        await narrate(planNarration(videoPath, { ...ways[task], project }), watched);
        source ??= project;
        const { metrics, ...made } = measure(await readProject(project), [...answers.values()]);
        return { video, task, ...made, metrics: { ...metrics, ...use } };
      } catch (error) {
        if (!(error instanceof CodedError) || parts.signal.aborted) throw error;
        reportStatus(`failed. ${error.operatorMessage}`);
        return undefined;
      }
    });
}

/** The same engines, whose use is counted and whose answers for moments are kept. */
function watchUse(parts: Parts) {
  const use: Run['metrics'] = { 'cost in dollars': { count: 0 } };
  const add = (name: string, amount: number | undefined) => {
    const before = name in use ? use[name] : { count: 0 };
    use[name] = before && amount !== undefined ? { count: before.count + amount } : undefined;
  };
  const free = new Set<string>();
  const { vision, script } = watchEngines({
    begin: provider => {
      if (isFreeOfCharge(provider)) free.add(provider.name);
      return () => {};
    },
    noteUsage: (step, usage) => {
      const { textTokensIn, textTokensOut } = toAmounts(usage);
      const work = step === 'vision' ? 'looking' : 'writing';
      const cost = free.has(usage.provider) ? 0 : computeCost(usage, parts.config.prices, toDay(new Date()));
      add(`${work}: calls`, 1);
      add(`${work}: tokens in`, textTokensIn);
      add(`${work}: tokens out`, textTokensOut);
      add('cost in dollars', cost && cost / 1e9);
    },
  });
  const answers = new Map<number | undefined, Answer>();
  const keepAnswers = (engine: ScriptEngine) =>
    override(engine, {
      async *writeTimedScript(request) {
        const { cuePoints } = request;
        const written = (await Array.fromAsync(engine.writeTimedScript(request))).join('');
        // What is asked for again takes the place of the answer that could not be used.
        answers.set(cuePoints[0]?.startSeconds, { cuePoints, written });
        yield written;
      },
    });
  const engines = {
    ...parts.engines,
    vision: parts.engines.vision.map(vision),
    script: parts.engines.script.map(engine => keepAnswers(script(engine))),
  };
  return { parts: { ...parts, engines }, use, answers };
}

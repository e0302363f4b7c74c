import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readConfig } from '#server/config/config.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { languageNames } from '#shared/languages.ts';
import { type Evaluation, evaluateVideo } from './evaluate/evaluate-video.ts';
import { chooseJudge } from './evaluate/judge.ts';
import { printResults, printTable, type Run, readResults, tasks } from './evaluate/results.ts';
import { oneOf } from './narrate/command.ts';
import { openParts } from './narrate/open-parts.ts';
import { refuse, reportStatus } from './narrate/report-status.ts';
import { writeWholeFile } from './narrate/write-whole-file.ts';
import { runCommand } from './run-command.ts';

const description = `Measures the prompts with the AI that is connected: looks at videos, writes, describes and translates. A provider charges
for each video as for three narrations. What the figures mean: CONTRIBUTING.md, "Measuring prompts". The exit code is 1 if a task failed.`;

const sampleVideo = fileURLToPath(new URL('../web/public/the-lantern-boat.mp4', import.meta.url));

process.exitCode = await runCommand(async (args, folder, signal) => {
  const toPath = (path: string) => resolve(folder, path);
  const toLanguage = (name: string) => oneOf(languageNames)(name, 'A language', folder);
  const toTasks = (list: string) => list.split(',').map(name => oneOf(tasks)(name.trim(), '--tasks', folder));
  const command = new Command('npm run evaluate --')
    .description(description)
    .argument('[videos...]', 'by default the sample film of the start page')
    .option('--tasks <list>', `of ${tasks.join(',')}, by default all that the AI can`, toTasks)
    .option('--prompt <text>', 'what the narrations should say', 'Tell calmly what happens.')
    .option('--language <name>', 'their language', toLanguage, defaultLanguageName)
    .option('--into <name>', 'the language of the translation', toLanguage, 'German')
    .option('--save <file>', 'writes figures and texts as JSON, after each task', toPath)
    .option('--against <file>', 'compares with a saved run: better, worse or same', toPath)
    .option('--judge', 'with --against: an AI, another one if possible, compares the texts blindly')
    .exitOverride(({ exitCode }) => process.exit(exitCode && 2))
    .parse(args, { from: 'user' });
  const { save, against, judge: judges, ...asked }: Options = command.opts();
  refuse(asked.into === asked.language, '--into must be another language than --language.');
  refuse(judges === true && against === undefined, '--judge needs --against FILE: the run to compare with.');
  refuse(save !== undefined && save === against, '--save would replace the file of --against.');
  const before = against === undefined ? undefined : await readResults(against);
  await using parts = await openParts(readConfig(process.env), 1, signal);
  const judge = judges ? await chooseJudge(parts) : undefined;
  const runs: Run[] = [];
  const keep = async (run: Run) => {
    runs.push(run);
    // Written now because it is already paid for.
    if (save !== undefined) await writeWholeFile(save, printResults({ ...asked, runs }), signal);
  };
  let isDone = true;
  for (const videoPath of command.args.length > 0 ? command.args.map(toPath) : [sampleVideo])
    isDone = (await evaluateVideo(videoPath, asked, parts, keep)) && isDone;
  for (const name of ['prompt', 'language', 'into'] as const)
    if (before && before[name] !== asked[name]) reportStatus(`The runs differ in --${name}.`);
  console.log(printTable(runs, before?.runs) || 'There is nothing to compare.');
  if (before && judge) console.log(`\n${await judge(runs, before.runs, asked)}`);
  return isDone;
});

type Options = Evaluation & { save?: string; against?: string; judge?: boolean };

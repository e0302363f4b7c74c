// @module-tag long
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#shared/narration/commands.ts';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, type Project } from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import { makeTitledClip } from '../support/make-titled-clip.ts';
import { refusals } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import { answerTranslated, readAsked, sailorLines, spokenLines } from '../support/translating.ts';

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await writeFile(inFolder('fox.mp4'), await makeTitledClip({ seconds: 8 }));
  await run('fox.mp4', '--prompt', 'Calmly', '--project', 'fox.benshi.json');
  const narration = createNarration({
    style: 'timed',
    language: 'English',
    lines: spokenLines.map(({ English: text }, at) => createLine({ text, startMs: 2000 * at })),
  });
  await change({ type: 'addNarration', narration });
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => join(folder.path, name);
const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });
const languages = ['French', 'Japanese', 'Arabic'] as const;
const speak = () =>
  run(
    'fox.mp4',
    '--project',
    'fox.benshi.json',
    '--no-shorten',
    '--languages',
    languages.join(','),
    '--srt',
    'fox.srt',
  );

async function readProject(): Promise<Project> {
  return openProject(JSON.parse(await readFile(inFolder('fox.benshi.json'), 'utf8')));
}

async function change(command: Parameters<typeof apply>[1]): Promise<void> {
  await writeFile(inFolder('fox.benshi.json'), printProject(apply(await readProject(), command)));
}

function countCalls() {
  const calls = [...provider.requests];
  provider.reset();
  provider.always('script', answerTranslated());
  const asked = calls.filter(({ call }) => call === 'script').map(({ body }) => readAsked(body));
  return {
    translated: asked.map(({ language, rows }) => [language, rows.length]),
    spoken: calls.filter(({ call }) => call === 'speech').length,
    seen: calls.filter(({ call }) => call === 'vision').length,
  };
}

test('a narration is spoken in its language and in three others, each in files of its own', async () => {
  provider.reset();
  provider.always('script', answerTranslated());
  await speak();
  expect(countCalls()).toEqual({
    translated: languages.map(language => [language, spokenLines.length]),
    spoken: 4 * spokenLines.length,
    seen: 0,
  });
  const codes = { French: 'fr', Japanese: 'ja', Arabic: 'ar' };
  for (const language of languages) {
    const subtitles = (await readFile(inFolder(`fox.${codes[language]}.srt`), 'utf8')).replaceAll(
      /\s+/gu,
      '',
    );
    for (const line of spokenLines)
      expect(subtitles).toContain(line[language].slice(0, 8).replaceAll(' ', ''));
  }
  const { narrations } = await readProject();
  expect(narrations.slice(2)).toMatchObject(
    languages.map(language => ({
      name: language,
      language,
      writer: { provider: 'our own AI server' },
      lines: spokenLines.map((line, at) => ({
        text: line[language],
        startMs: 2000 * at,
        origin: 'translated',
      })),
    })),
  );
});

test('after one line is changed, that one alone is translated and spoken again', async () => {
  const project = await readProject();
  const narration = project.narrations[1];
  const [line] = narration?.lines ?? [];
  await change({
    type: 'editText',
    narrationId: narration?.id ?? '',
    lineId: line?.id ?? '',
    text: 'A fox.',
  });
  await speak();
  expect(countCalls()).toEqual({ translated: languages.map(language => [language, 1]), spoken: 4, seen: 0 });
  const changed = await readProject();
  expect(changed.narrations).toHaveLength(5);
  const stale = listTranslations(changed, narration?.id ?? '').flatMap(({ lines }) =>
    lines.filter(({ isStale }) => isStale),
  );
  expect(stale).toEqual([]);
});

test('a language that fails does not stop the others, and is named at the end', async () => {
  await writeFile(inFolder('said.txt'), spokenLines.map(({ English }) => English).join('\n'));
  provider.next('script', answerTranslated(), refusals.contentPolicy, answerTranslated());
  const args = [
    '--speak',
    'said.txt',
    '--language',
    'English',
    '--languages',
    languages.join(','),
    '--script',
    'said.out.txt',
  ];
  await expect(run(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Japanese: .+\n(?:.*\n)*Not finished: Japanese\./u),
  });
  expect(existsSync(inFolder('said.out.ja.txt'))).toBe(false);
  expect(await readFile(inFolder('said.out.fr.txt'), 'utf8')).toBe(
    spokenLines.map(({ French }) => `${French}\n`).join(''),
  );
  expect(await readFile(inFolder('said.out.ar.txt'), 'utf8')).toContain(spokenLines[3].Arabic);
});

test('of subtitles, a number that the AI insists on is kept, and its line is named', async () => {
  const cues = sailorLines.map(
    ({ English }, at) => `${at + 1}\n00:00:${10 + 4 * at},000 --> 00:00:${13 + 4 * at},000\n${English}\n`,
  );
  await writeFile(inFolder('sailors.srt'), cues.join('\n'));
  provider.reset();
  const change = answerTranslated(rows =>
    rows.map(row => ({ ...row, text: row.text.replace('40 kilos', '400 kilos') })),
  );
  provider.always('script', change);
  const args = ['--speak', 'sailors.srt', '--languages', 'French', '--script', 'sailors.txt'];
  expect(await run(...args)).toContain('French: check the numbers in line 6\n');
  expect(await readFile(inFolder('sailors.fr.txt'), 'utf8')).toContain('400 kilos de poisson.');
  expect(countCalls().translated).toEqual([
    ['French', 6],
    ['French', 1],
    ['French', 1],
  ]);
});

test('without an AI that translates nothing is begun', async () => {
  const args = ['fox.mp4', '--prompt', 'Calmly', '--languages', 'French', '--out', 'none.mp3'];
  await expect(runNarrate(folder.path, args)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no AI that can translate'),
  });
  expect(existsSync(inFolder('none.mp3'))).toBe(false);
});

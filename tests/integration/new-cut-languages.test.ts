// @module-tag long
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply } from '#shared/narration/commands.ts';
import { openProject, printProject } from '#shared/narration/open-project.ts';
import { createLine, createNarration, type Project } from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import { makeSceneFilm, type Scene } from '../support/made-scenes.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { runNarrate } from '../support/run-narrate.ts';
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';
import {
  answerTranslated,
  isTranslation,
  laterLines,
  readAsked,
  spokenLines,
} from '../support/translating.ts';

const languages = ['French', 'Japanese', 'Arabic', 'Russian', 'Polish'] as const;
const lengths: Record<number, number> = { 1: 10, 2: 9, 3: 12, 4: 11, 5: 14 };
const toScenes = (...names: number[]): Scene[] => names.map(name => ({ name, seconds: lengths[name] ?? 0 }));
/** A line for each scene, a second after it begins. */
const starts = [1000, 11_000, 20_000, 32_000];
const [edited, fresh] = laterLines;

let folder: TemporaryFolder;
let provider: OpenAiStandIn;
beforeAll(async () => {
  folder = await makeTemporaryFolder();
  provider = await startOpenAiStandIn();
  await writeFile(inFolder('talk.mp4'), await makeSceneFilm(toScenes(1, 2, 3, 4)));
  await writeFile(inFolder('cut.mp4'), await makeSceneFilm(toScenes(1, 3, 5, 4)));
  provider.setTexts({ script: '[0:01] One.' });
  await run('talk.mp4', '--prompt', 'Calmly', '--timed', '--project', 'talk.json');
  const lines = spokenLines.map(({ English: text }, at) => createLine({ text, startMs: starts[at] ?? 0 }));
  const narration = createNarration({ style: 'timed', language: 'English', prompt: 'Calmly', lines });
  await change({ type: 'addNarration', narration });
  await speak('talk.mp4');
});
afterAll(async () => {
  await provider.close();
  await folder[Symbol.asyncDispose]();
});

const inFolder = (name: string) => join(folder.path, name);
const run = (...args: string[]) => runNarrate(folder.path, args, { OPENAI_BASE_URL: provider.baseUrl });

async function readProject(): Promise<Project> {
  return openProject(JSON.parse(await readFile(inFolder('talk.json'), 'utf8')));
}

async function change(command: Parameters<typeof apply>[1]): Promise<void> {
  await writeFile(inFolder('talk.json'), printProject(apply(await readProject(), command)));
}

/** Speaks the talk in all six languages. @returns what providers were asked for */
async function speak(video: string, ...more: string[]) {
  provider.reset();
  provider.always('vision', answerWithReply({ content: 'A wide field.' }));
  provider.always('script', exchange => {
    const { body } = exchange.request;
    if (isTranslation(body)) return answerTranslated()(exchange);
    const [, time = ''] = /The moments:\n\n\[([\d:.]+)\]/u.exec(body.messages.at(-1).content) ?? [];
    return answerWithReply({ content: `[${time}] ${fresh.English}` })(exchange);
  });
  const named = ['--project', 'talk.json', '--no-shorten', '--languages', languages.join(',')];
  await run(video, ...named, ...more, '--srt', 'talk.srt', '--cache', 'kept');
  const calls = [...provider.requests];
  const written = calls.filter(({ call }) => call === 'script').map(({ body }) => body);
  const translations = written.filter(isTranslation).map(readAsked);
  return {
    /** Seconds of the pictures. */
    looked: calls
      .filter(({ call }) => call === 'vision')
      .map(({ body }) => Number(/at second ([\d.]+):/u.exec(JSON.stringify(body))?.[1])),
    scripts: written.length - translations.length,
    translated: translations.map(({ language, rows }) => [language, rows.map(({ text }) => text)]),
    spoken: calls.filter(({ call }) => call === 'speech').map(({ body }) => body.input as string),
  };
}

async function listNarrations() {
  const project = await readProject();
  const source = project.narrations[1];
  return source ? [source, ...listTranslations(project, source.id)] : [];
}

test('a new cut of a talk in six languages asks for what is new and changed in each language, and for nothing else', async () => {
  const [before] = await listNarrations();
  const lineId = before?.lines[2]?.id ?? '';
  await change({ type: 'editText', narrationId: before?.id ?? '', lineId, text: edited.English });

  const { looked, ...asked } = await speak('cut.mp4', '--replace-video', '--write-new');
  // The new scene is between 0:22 and 0:36.
  expect(looked).toHaveLength(2);
  expect(looked.every(seconds => seconds >= 21.9 && seconds < 36.1)).toBe(true);
  const due = [edited.English, fresh.English];
  expect({ ...asked, spoken: asked.spoken.toSorted() }).toEqual({
    scripts: 1,
    translated: languages.map(language => [language, due]),
    spoken: laterLines.flatMap(line => Object.values<string>(line)).toSorted(),
  });
  expect(asked.spoken).toHaveLength(2 * 6);

  const narrations = await listNarrations();
  expect(narrations.map(({ language }) => language)).toEqual(['English', ...languages]);
  for (const { lines, cutLines } of narrations) {
    const places = lines.map(({ startMs }) => Math.round((startMs ?? 0) / 1000));
    expect(places.toSpliced(2, 1)).toEqual([1, 11, 37]);
    expect(places[2]).toBeGreaterThanOrEqual(22);
    expect(places[2]).toBeLessThan(36);
    expect(cutLines).toHaveLength(1);
  }
  const [english] = narrations;
  expect(english?.lines.map(({ text }) => text)).toEqual([
    spokenLines[0].English,
    edited.English,
    fresh.English,
    spokenLines[3].English,
  ]);
});

test('once more, nothing is asked', async () => {
  expect(await speak('cut.mp4')).toEqual({ looked: [], scripts: 0, translated: [], spoken: [] });
});

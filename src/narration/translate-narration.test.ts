import { expect, test } from 'vitest';
import type { ScriptEngine, TranslateRequest } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import { getSyntheticNotice } from '#shared/marks/synthetic-notice.ts';
import { apply, type Command } from '#shared/narration/commands.ts';
import {
  createLine,
  createNarration,
  createProject,
  type Narration,
  type Project,
} from '#shared/narration/project.ts';
import { listTranslations } from '#shared/narration/translations.ts';
import { type NarrationToTranslate, translateNarration } from './translate-narration.ts';

const { signal } = new AbortController();
const texts = ['It is night.', 'The fox looks up.', 'The farmer comes.'];
const german: Readonly<Record<string, string>> = {
  'It is night.': 'Es ist Nacht.',
  'The fox looks up.': 'Der Fuchs schaut auf.',
  'The farmer comes.': 'Der Bauer kommt.',
  'The farmer goes.': 'Der Bauer geht.',
};

function translateAll(text: string): string {
  return Object.entries(german).reduce(
    (all, [english, translated]) => all.replaceAll(english, translated),
    text,
  );
}

/** A script engine that translates, and dies after so many rows. */
function createTranslator(dieAfter = Number.POSITIVE_INFINITY) {
  const requests: TranslateRequest[] = [];
  const engine: ScriptEngine = {
    provider: { name: 'a.example', isOffline: false },
    model: 'pen',
    canExpand: true,
    async *writeScript() {},
    async *rewriteScript() {},
    async *writeTimedScript() {},
    async *shortenLines() {},
    async *translateLines(request) {
      requests.push(request);
      for (const [at, { text }] of request.lines.entries()) {
        if (at === dieAfter) throw new CodedError('provider_unavailable');
        yield `${at + 1}: ${translateAll(text)}\n`;
      }
    },
  };
  return { engine, requests };
}

function createFable(changes: Partial<Narration> = {}) {
  const narration = createNarration({
    style: 'timed',
    language: 'English',
    lines: texts.map((text, at) => createLine({ text, startMs: 1000 * at })),
    ...changes,
  });
  const project: Project = {
    ...createProject('fable'),
    narrations: [narration],
    glossary: [
      { term: 'fox', byLanguage: { German: 'Fuchs' }, isNeverTranslated: false, pronunciation: {} },
      { term: 'moon', byLanguage: { German: 'Mond' }, isNeverTranslated: false, pronunciation: {} },
    ],
    cast: [
      { id: 'a', name: 'Karl', look: 'The farmer', isConfirmed: true },
      { id: 'b', name: 'Ida', look: 'The fox' },
    ],
  };
  return { project, order: { narrationId: narration.id, language: 'German' } as const };
}

async function translate(
  { project, order }: { project: Project; order: NarrationToTranslate },
  dieAfter?: number,
) {
  const { engine, requests } = createTranslator(dieAfter);
  const failures: CodedError[] = [];
  const report = (step: object) => 'failure' in step && failures.push(step.failure as CodedError);
  const commands: Command[] = await translateNarration(engine, project, order, { signal, report });
  const changed = commands.reduce((before, command) => apply(before, command), project);
  return { changed, translations: listTranslations(changed, order.narrationId), requests, failures };
}

test('a translation is a narration with the times of its original, named by its language, and says who translated', async () => {
  const { translations, requests } = await translate(createFable());
  expect(translations).toMatchObject([
    {
      name: 'German',
      language: 'German',
      writer: { provider: 'a.example', model: 'pen' },
      lines: texts.map((text, at) => ({ text: german[text], startMs: 1000 * at, origin: 'translated' })),
    },
  ]);
  expect(requests[0]).toMatchObject({
    glossary: [{ term: 'fox', translation: 'Fuchs' }],
    cast: [{ name: 'Karl', look: 'The farmer' }],
  });
  expect(requests).toHaveLength(1);
});

test('an update asks for the changed line alone, and without one for nothing', async () => {
  const fable = createFable();
  const { changed } = await translate(fable);
  const order = { ...fable.order, update: true };
  const lineId = fable.project.narrations[0]?.lines[2]?.id ?? '';
  const edited = apply(changed, {
    type: 'editText',
    narrationId: order.narrationId,
    lineId,
    text: 'The farmer goes.',
  });
  const updated = await translate({ project: edited, order });
  expect(updated.requests.map(({ lines }) => lines.map(({ text }) => text))).toEqual([['The farmer goes.']]);
  expect(updated.translations[0]?.lines[2]).toMatchObject({ text: 'Der Bauer geht.' });
  expect(updated.translations[0]?.lines[2]?.isStale).toBeUndefined();
  const again = await translate({ project: updated.changed, order });
  expect([again.requests, again.changed.narrations]).toEqual([[], updated.changed.narrations]);
});

test('what came before the translator failed is kept, and the failure is reported', async () => {
  const { translations, failures } = await translate(createFable(), 2);
  expect(translations[0]?.lines.map(({ text }) => text)).toEqual(['Es ist Nacht.']);
  expect(failures).toMatchObject([{ code: 'provider_unavailable' }]);
  await expect(translate(createFable(), 0)).rejects.toMatchObject({ code: 'provider_unavailable' });
});

test('the sentence about the voice is known in every language, and an empty line stays empty', async () => {
  const lines = [getSyntheticNotice('English'), '', 'It is night.'].map(text => createLine({ text }));
  const { translations, requests } = await translate(createFable({ style: 'continuous', lines }));
  expect(translations[0]?.lines.map(({ text }) => text)).toEqual([
    getSyntheticNotice('German'),
    '',
    'Es ist Nacht.',
  ]);
  expect(requests[0]?.lines.map(({ text }) => text)).toEqual(['It is night.']);
});

test('a script in one long row is translated in pieces, and is one row again', async () => {
  const text = 'It is night. The fox looks up. '.repeat(150).trim();
  const { translations, requests } = await translate(
    createFable({ style: 'continuous', lines: [createLine({ text })] }),
  );
  const asked = requests.flatMap(({ lines }) => lines.map(line => line.text));
  expect(Math.max(...asked.map(({ length }) => length))).toBeLessThanOrEqual(1000);
  expect(asked.join(' ')).toBe(text);
  expect(translations[0]?.lines).toHaveLength(1);
});

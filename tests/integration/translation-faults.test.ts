import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { translateLines } from '#narration/translate-lines.ts';
import { CodedError } from '#shared/errors.ts';
import { t } from '#shared/messages/message.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { createLine, createNarration } from '#shared/narration/project.ts';
import { createTranslation, listChangedNumbers } from '#shared/narration/translations.ts';
import { answerWithReply } from '../support/openai-faults.ts';
import { type OpenAiStandIn, startOpenAiStandIn } from '../support/openai-stand-in.ts';
import { createTestEngines } from '../support/provider-calls.ts';
import { findSharedCase, hasSharedCases } from '../support/shared-cases.ts';
import {
  type AnsweredRow,
  answerTranslated,
  printRow,
  readAsked,
  sailorLines,
  spokenLines,
} from '../support/translating.ts';

type Change = (rows: readonly AnsweredRow[]) => readonly (AnsweredRow | string)[];

let provider: OpenAiStandIn;
beforeAll(async () => {
  provider = await startOpenAiStandIn();
});
beforeEach(() => {
  provider.reset();
  provider.always('script', answerTranslated());
});
afterAll(() => provider.close());

const sailors = sailorLines.map(({ English }) => English);
const french = sailorLines.map(({ French }) => French);

interface Order {
  readonly texts?: readonly string[];
  readonly language?: 'French' | 'Japanese' | 'Arabic';
}

/** What came for each line, the calls by the numbers of their lines, and what the person is told. */
async function translate({ texts = sailors, language = 'French' }: Order = {}) {
  const { script } = createTestEngines(provider.baseUrl);
  const lines = texts.map((text, at) => ({ id: String(at), text }));
  const came: (string | undefined)[] = texts.map(() => undefined);
  let told: string | undefined;
  try {
    const order = { lines, from: 'English', language } as const;
    for await (const { id, text } of translateLines(script, order, new AbortController().signal))
      came[Number(id)] = text;
  } catch (error) {
    told = error instanceof CodedError ? error.message : String(error);
  }
  const calls = provider.requests.map(({ body }) =>
    readAsked(body).rows.map(({ text }) => texts.indexOf(text) + 1),
  );
  return { came, calls, told };
}

const all = [1, 2, 3, 4, 5, 6];
const textAt = (rows: readonly AnsweredRow[], number: number) => rows[number - 1]?.text ?? '';
const at =
  (number: number, change: (row: AnsweredRow, rows: readonly AnsweredRow[]) => AnsweredRow): Change =>
  rows =>
    rows.map(row => (row.text === french[number - 1] ? change(row, rows) : row));
const move =
  (order: readonly number[]): Change =>
  rows =>
    rows.length < order.length
      ? rows
      : rows.map(({ number }, index) => ({ ...rows[(order[index] ?? 1) - 1], number }) as AnsweredRow);
const withoutEcho = (rows: readonly AnsweredRow[]) => rows.map(({ number, text }) => ({ number, text }));

const faults: readonly (readonly [string, Change, readonly number[]])[] = [
  ['every row has its neighbour’s text', move([2, 3, 4, 5, 6, 1]), all],
  ['two neighbours are swapped', move([1, 2, 4, 3, 5, 6]), [3, 4]],
  [
    'a row holds the two after it, too',
    at(2, (row, rows) => ({ ...row, text: [2, 3, 4].map(number => textAt(rows, number)).join(' ') })),
    [2],
  ],
  [
    'a row holds the one before it, too',
    at(5, (row, rows) => ({ ...row, text: `${textAt(rows, 4)} ${row.text}` })),
    [5],
  ],
  ['a row is empty', at(4, row => ({ ...row, text: '' })), [4]],
  ['a number is another one', at(6, row => ({ ...row, text: row.text.replace('40', '400') })), [6]],
  ['a row is a copy of its original', at(4, row => ({ ...row, text: sailors[3] ?? '' })), [4]],
  ['a row stops after its echo', at(3, ({ number }) => ({ number, text: 'The wind is' })), [3]],
  [
    'rows without echo are shifted, which only a number shows',
    rows => withoutEcho(move([2, 3, 4, 5, 6, 1])(rows) as AnsweredRow[]),
    all,
  ],
];

describe('where', () => {
  test.each(faults)('%s, those rows are asked for once more', async (_, change, wrong) => {
    provider.next('script', answerTranslated(change));
    expect(await translate()).toEqual({ came: french, calls: [all, wrong], told: undefined });
    expect(provider.requests[1]?.body.messages[1].content).toContain('could not be used');
  });

  test.each(faults)('%s twice, the rows are asked for in two halves', async (_, change, wrong) => {
    for (let answer = 1; answer <= 2; answer++)
      provider.next('script', exchange => {
        const { rows } = readAsked(exchange.request.body);
        // The same rows are wrong in the second answer, whatever their numbers are there.
        const isWhole = rows.length === wrong.length || rows.length === all.length;
        return answerTranslated(isWhole && answer === 1 ? change : again => again.slice(0, 0))(exchange);
      });
    const { came, calls, told } = await translate();
    const middle = Math.ceil(wrong.length / 2);
    const halves = [wrong.slice(0, middle), wrong.slice(middle)].filter(({ length }) => length > 0);
    expect({ came, calls, told }).toEqual({ came: french, calls: [all, wrong, ...halves], told: undefined });
  });

  test.each(faults.filter(([, , wrong]) => wrong.length < all.length))(
    '%s in each answer, the others are kept, and the person is told how many are missing',
    async (_, change, wrong) => {
      provider.next('script', answerTranslated(change));
      provider.always(
        'script',
        answerTranslated(() => []),
      );
      const { came, calls, told } = await translate();
      expect(came).toEqual(french.map((text, index) => (wrong.includes(index + 1) ? undefined : text)));
      expect(calls).toHaveLength(wrong.length > 1 ? 4 : 3);
      expect(told).toBe(t(narrationMessages.linesNotTranslated, { count: wrong.length }));
    },
  );
});

test('a number that three answers change alike is taken, and the line is one to look at', async () => {
  provider.always(
    'script',
    answerTranslated(at(6, row => ({ ...row, text: row.text.replace('40', '400') }))),
  );
  const { came, calls, told } = await translate();
  expect(came).toEqual([...french.slice(0, 5), 'Le soir, ils rentrent avec 400 kilos de poisson.']);
  expect([calls, told]).toEqual([[all, [6], [6]], undefined]);
  const source = createNarration({
    style: 'timed',
    language: 'English',
    lines: sailors.map(text => createLine({ text })),
  });
  const texts = new Map(source.lines.map(({ id }, index) => [id, came[index] ?? '']));
  const translation = createTranslation(source, { newId: 'fr', language: 'French', texts }, () =>
    crypto.randomUUID(),
  );
  expect(listChangedNumbers(source, translation)).toEqual([6]);
});

test('numbers that three answers change in other ways are not taken', async () => {
  for (const digits of ['400', '4', '14'])
    provider.next(
      'script',
      answerTranslated(at(6, row => ({ ...row, text: row.text.replace('40', digits) }))),
    );
  const { came, told } = await translate();
  expect([came[5], told]).toEqual([undefined, t(narrationMessages.linesNotTranslated, { count: 1 })]);
});

test.each([
  ['in words', 'quarante'],
  ['in digits of another script', '٤٠'],
])('a number %s is the same', async (_, number) => {
  provider.next('script', answerTranslated(at(6, row => ({ ...row, text: row.text.replace('40', number) }))));
  expect((await translate()).calls).toEqual([all]);
});

test('a line that is the same in both languages is asked for again, and then taken', async () => {
  const name = 'Grand Hotel Budapest';
  provider.always(
    'script',
    answerTranslated(rows => rows.map(row => ({ ...row, text: row.text.replace('French: ', '') }))),
  );
  const { came, calls, told } = await translate({ texts: [...sailors, name] });
  expect([came.at(-1), calls, told]).toEqual([name, [[...all, 7], [7], [7]], undefined]);
});

describe('one call is enough for an answer', () => {
  const asJson = (rows: readonly object[]) => JSON.stringify(rows, null, 1);
  test.each<[string, Change]>([
    ['in a fence', rows => ['```', ...rows.map(printRow), '```']],
    [
      'in a fence, with remarks',
      rows => ['Here it is:', '', '```text', ...rows.map(printRow), '```', 'Note: 40 stays.'],
    ],
    ['without echoes', withoutEcho],
    [
      'with longer echoes',
      rows => rows.map(row => ({ ...row, echo: `${sailors[row.number - 1]?.slice(0, 30)}` })),
    ],
    ['with echoes of a word', rows => rows.map(row => ({ ...row, echo: row.echo?.split(' ')[0] ?? '' }))],
    [
      'with misspelt echoes',
      rows => rows.map(row => ({ ...row, echo: row.echo?.replace('The ', 'teh ') ?? '' })),
    ],
    ['with echoes in its own language', rows => rows.map(row => ({ ...row, echo: row.text.slice(0, 12) }))],
    ['of rows that come twice, empty first', rows => rows.flatMap(row => [{ ...row, text: '' }, row])],
    ['of rows that come twice, empty then', rows => rows.flatMap(row => [row, { ...row, text: '' }])],
    [
      'of rows that come twice, without echo empty first',
      rows => withoutEcho(rows).flatMap(row => [`${row.number}: `, row]),
    ],
    [
      'of rows that come twice, the wrong ones without the echo',
      rows => rows.flatMap(row => [`${row.number}: Voilà une autre phrase.`, row]),
    ],
    [
      'of rows that come twice, the wrong ones with the echo of another',
      rows =>
        rows.flatMap(row => [
          { ...row, echo: row.number === 1 ? 'At noon they' : 'The boat leaves', text: 'Voilà.' },
          row,
        ]),
    ],
    [
      'that has each original before',
      rows => rows.flatMap(row => [`${row.number}: ${sailors[row.number - 1]}`, printRow(row)]),
    ],
    ['with arrows', rows => rows.map(row => `${row.number}: ${sailors[row.number - 1]} → ${row.text}`)],
    [
      'in a table',
      rows => ['| # | French |', '|---|---|', ...rows.map(row => `| ${row.number} | ${row.text} |`)],
    ],
    ['with numbers in brackets', rows => rows.map(row => `[${row.number}] ${row.text}`)],
    ['as a list of Markdown', rows => rows.map(row => `- **${row.number}:** ${row.text}`)],
    ['in JSON of its own', rows => [asJson(rows.map(({ number, text }) => ({ id: number, text })))]],
    [
      'in fenced JSON with echoes',
      rows => [
        '```json',
        asJson(rows.map(({ number, echo, text }) => ({ n: number, o: echo, t: text }))),
        '```',
      ],
    ],
    [
      'in JSON by number',
      rows => [JSON.stringify(Object.fromEntries(rows.map(({ number, text }) => [number, text])))],
    ],
    [
      'in JSON with all rows in one string',
      rows => [JSON.stringify({ rows: [rows.map(printRow).join('\n')] })],
    ],
    ['after thoughts', rows => ['<think>', '1: first I translate', '</think>', ...rows.map(printRow)]],
  ])('%s', async (_, change) => {
    provider.always('script', answerTranslated(change));
    expect(await translate()).toEqual({ came: french, calls: [all], told: undefined });
  });
});

test.each([
  ['Japanese', spokenLines.map(({ Japanese }) => Japanese)],
  ['Arabic', spokenLines.map(({ Arabic }) => Arabic)],
] as const)('swapped rows are noticed in %s, too', async (language, translated) => {
  const texts = spokenLines.map(({ English }) => English);
  provider.next('script', answerTranslated(move([2, 1, 3, 4])));
  expect(await translate({ texts, language })).toEqual({
    came: translated,
    calls: [
      [1, 2, 3, 4],
      [1, 2],
    ],
    told: undefined,
  });
});

test('of a language without spaces twelve characters are asked for, and swapped rows are noticed', async () => {
  const { script } = createTestEngines(provider.baseUrl);
  const lines = spokenLines.map(({ Japanese: text }, index) => ({ id: String(index), text }));
  const answer = (isSwapped: boolean) =>
    answerTranslated(rows => {
      const texts = rows.map(({ number, text }) => {
        const line = spokenLines.find(({ Japanese }) => text.endsWith(Japanese));
        return { number, echo: line?.Japanese.slice(0, 12) ?? '', text: line?.French ?? '' };
      });
      return isSwapped ? move([2, 1, 3, 4])(texts) : texts;
    });
  provider.always('script', answer(false));
  provider.next('script', answer(true));
  const came = new Map<string, string>();
  const order = { lines, from: 'Japanese', language: 'French' } as const;
  for await (const { id, text } of translateLines(script, order, new AbortController().signal))
    came.set(id, text);
  expect(lines.map(({ id }) => came.get(id))).toEqual(spokenLines.map(({ French }) => French));
  expect(provider.requests.map(({ body }) => readAsked(body).rows.length)).toEqual([4, 2]);
  expect(provider.requests[0]?.body.messages[0].content).toContain('first twelve characters');
});

test.each([1, 200])('%d lines come whole, each with the lines around its call as context', async count => {
  const known = Array.from({ length: count }, (_, index) => spokenLines[index % 4] ?? spokenLines[0]);
  const texts = known.map(({ English }) => English);
  const { came, told } = await translate({ texts });
  expect([came, told]).toEqual([known.map(({ French }) => French), undefined]);
  let first = 0;
  for (const { body } of provider.requests) {
    const user: string = body.messages[1].content;
    const end = first + readAsked(body).rows.length;
    const near = (place: string) =>
      new RegExp(`<${place}>\n(.*)\n</${place}>`, 'su').exec(user)?.[1]?.split('\n') ?? [];
    expect(near('before')).toEqual(texts.slice(Math.max(0, first - 2), first));
    expect(near('after')).toEqual(texts.slice(end, end + 2));
    first = end;
  }
});

test('a model that gives no row in its form is asked for text, and then left alone', async () => {
  provider.always('script', answerWithReply({ content: '{"rows":[]}' }));
  expect(await translate()).toEqual({
    came: french.map(() => undefined),
    calls: [all, all],
    told: t(narrationMessages.linesNotTranslated, { count: 6 }),
  });
  expect(provider.requests.map(({ body }) => body.response_format !== undefined)).toEqual([true, false]);
});

test('lines appear while others are written, in JSON, too', async () => {
  let finish = () => {};
  const finished = new Promise<void>(resolve => {
    finish = resolve;
  });
  provider.next('script', async ({ request, response }) => {
    const { rows } = readAsked(request.body);
    const echo = (text: string) => text.split(' ').slice(0, 3).join(' ');
    const text = JSON.stringify({
      rows: rows.map((row, index) => `${row.number}|${echo(row.text)}|${french[index]}`),
    });
    const send = (content: string, finish_reason: string | null) =>
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    send(text.slice(0, 300), null);
    await finished;
    send(text.slice(300), 'stop');
    response.end('data: [DONE]\n\n');
  });
  const { script } = createTestEngines(provider.baseUrl);
  const lines = sailors.map((text, index) => ({ id: String(index), text }));
  const order = { lines, from: 'English', language: 'French' } as const;
  const came: string[] = [];
  for await (const { text } of translateLines(script, order, new AbortController().signal)) {
    came.push(text);
    finish();
  }
  expect(came).toEqual(french);
});

describe.runIf(hasSharedCases)('of translate-me.srt', () => {
  test.each([
    ['absorb', french, 2],
    ['fence', french, 1],
    ['dup', french, 1],
    ['json', french, 1],
    ['table', french, 1],
    ['arrow', french, 1],
    ['number', french.map(text => text.replace('40', '400')), 3],
  ])('the answer that is called %s is told apart', async (mode, expected, calls) => {
    const { answer } = await import(findSharedCase('second/translations.mjs'));
    provider.always('script', exchange => {
      const { body } = exchange.request;
      const user = body.messages.map(({ content }: { content: string }) => content).join('\n');
      return answerWithReply({ content: answer(user, body, { mode }) })(exchange);
    });
    const { came, calls: made, told } = await translate();
    expect([came, made.length, told]).toEqual([expected, calls, undefined]);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { problemSchema } from '#shared/api/problem.ts';
import { narrationMessages } from '#shared/messages/narration.ts';
import { narrationErrors } from '#shared/messages/narration-errors.ts';
import { createNarration, createProject } from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { createAccountClient, makePerson } from '../support/account-client.ts';
import { type Sent, startCountingProvider } from '../support/counting-provider.ts';
import { makeToneMp3 } from '../support/make-mp3.ts';
import { testKey } from '../support/provider-calls.ts';
import { makeVisitorHeaders, postJson } from '../support/requests.ts';
import { startTestServer, type TestServer } from '../support/start-server.ts';

let provider: Awaited<ReturnType<typeof startCountingProvider>>;
let server: TestServer;

beforeAll(async () => {
  provider = await startCountingProvider();
  server = await startTestServer({
    environment: {
      OPENAI_API_KEY: testKey,
      OPENAI_BASE_URL: provider.baseUrl,
      OPENAI_VISION_MODEL: 'gpt-4o',
      OPENAI_SCRIPT_MODEL: 'gpt-4o-mini',
      OPENAI_TRANSCRIPTION_MODEL: 'gpt-transcribe',
      OPENAI_SPEECH_MODEL: 'tts-1',
      TRUST_PROXY: '127.0.0.1',
    },
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await provider.close();
});
beforeEach(() => {
  provider.take();
  provider.reply.compose = () => 'A dog waits in the sun.';
  provider.held.wait = async () => {};
});

async function ask(path: string, body: object): Promise<{ status: number; text: string; sent: Sent }> {
  const answer = await postJson(server.url + path, body, { headers: makeVisitorHeaders() });
  return { status: answer.status, text: await answer.text(), sent: provider.take() };
}

const readKey = (text: string) => problemSchema.parse(JSON.parse(text)).error.key;

const voice = { voice: 'nova', language: 'English' } as const;
const long = 'x'.repeat(200);
/** 1,990 characters, half of them words of a letter. */
const manyWords = 'a b c d e '.repeat(199).trim();
const respelled = [...'abcde'].map(term => ({ term, say: long }));
const oneLine = (text: string) => printTimedScript([{ startSeconds: 0, text }]);

describe('a line whose words have a long respelling', () => {
  test.each([
    ['/api/free/fit', { lines: [0], shorten: false }],
    ['/api/free/fit', { shorten: true }],
    ['/api/free/speech', {}],
  ])('is refused by what would be sent, before anything is: %s %o', async (path, others) => {
    const body = { script: oneLine(manyWords), durationSeconds: 300, ...voice, ...others };
    const plain = await ask(path, body);
    expect(plain).toMatchObject({ status: 200, sent: { characters: manyWords.length } });
    const { status, text, sent } = await ask(path, { ...body, pronunciations: respelled });
    expect({ status, key: readKey(text), sent }).toMatchObject({
      status: 413,
      key: narrationMessages.lineTooLongToSay.key,
      sent: { calls: 0 },
    });
  });

  test('is refused in a dialogue with another voice for each line, too', async () => {
    const lines = ['A short one.', manyWords, 'And the end.'];
    const script = printTimedScript(lines.map((text, at) => ({ startSeconds: 100 * at, text })));
    const deliveries = lines.map((_, at) => ({ lines: [at], voice: at % 2 ? 'onyx' : 'alloy' }));
    const body = { script, durationSeconds: 300, ...voice, deliveries, pronunciations: respelled };
    const { status, sent } = await ask('/api/free/fit', body);
    expect([status, sent.calls]).toEqual([413, 0]);
  });
});

test('terms in capitals leave the same words in other letters as they are', async () => {
  const pronunciations = [
    { term: 'WHO', say: 'double-u aitch oh' },
    { term: 'US', say: 'you ess' },
    { term: 'IT', say: 'eye tee' },
  ];
  for (const [script, said] of [
    ['Who told us it was late?', 'Who told us it was late?'],
    ['The WHO and the US have IT.', 'The double-u aitch oh and the you ess have eye tee.'],
  ] as const) {
    const { status, sent } = await ask('/api/free/speech', { script, ...voice, pronunciations });
    expect([status, sent.characters]).toEqual([200, said.length]);
  }
});

test('a line that is shortened to words that are longer to say stays as it was', async () => {
  const written = 'The old fox looks up from the long grass and sees the farmer who comes from the river.';
  provider.reply.compose = () => oneLine('a b c d e');
  const body = { script: oneLine(written), durationSeconds: 1, ...voice, pronunciations: respelled };
  const { status, sent } = await ask('/api/free/fit', body);
  expect(status).toBe(200);
  expect(sent.characters).toBe(written.length);
});

describe('a glossary', () => {
  const text = 'The old fox looks up from the long grass and sees the farmer on the road to the river.';
  const lines = Array.from({ length: 10 }, (_, at) => ({ id: `${at}`, text: `${text} ${at}` }));
  /** Each begins a word of the lines. */
  const greedy = Array.from({ length: 500 }, (_, at) => ({
    term: 'tofluagsr'.charAt(at % 9),
    translation: `${at}`.padEnd(100, 'ü'),
  }));
  const order = { lines, from: 'English', language: 'French' };

  test('of 500 terms that occur costs less than ten times a plain line', async () => {
    const plain = await ask('/api/free/translate', { ...order, lines: lines.slice(0, 1) });
    const worst = await ask('/api/free/translate', { ...order, lines: lines.slice(0, 1), glossary: greedy });
    expect(worst.sent.bytes).toBeLessThanOrEqual(10 * plain.sent.bytes);
  });

  test('goes along in the order of the lines, the longest first, and only with lines that have its terms', async () => {
    const name = (at: number) => `term${String(at).padStart(2, '0')}`;
    const prompts: string[] = [];
    provider.reply.compose = prompt => {
      prompts.push(prompt);
      return '';
    };
    const many = Array.from({ length: 60 }, (_, at) => ({ term: name(at), translation: `mot${at}` }));
    const others = [
      { term: 'nowhere', translation: 'nulle part' },
      { term: 'term02 of all', translation: 'T' },
    ];
    const spoken = `They say ${Array.from({ length: 60 }, (_, at) => name(59 - at)).join(' and ')} of all.`;
    const sent = [
      { id: 'a', text: spoken },
      { id: 'b', text: 'And term02 of all is the best of them.' },
    ];
    await ask('/api/free/translate', { ...order, lines: sent, glossary: [...many, ...others] });
    const [, glossary = ''] = /<glossary>\n(.*)\n<\/glossary>/su.exec(prompts[0] ?? '') ?? [];
    const terms = glossary.split('\n').map(row => row.split(' = ')[0]);
    expect(terms).toHaveLength(40);
    expect(terms.slice(0, 2)).toEqual(['term59', 'term58']);
    expect(terms).not.toContain('nowhere');
  });
});

describe('sound to transcribe', () => {
  let sound: Buffer;
  beforeAll(async () => {
    sound = await makeToneMp3({ hz: 440, seconds: 5 }, { hasInfoFrame: false });
  });
  const hear = async (file: Uint8Array) => {
    const form = new FormData();
    form.append('sound', new Blob([Uint8Array.from(file)]), 'sound.mp3');
    const url = `${server.url}/api/free/transcript`;
    const answer = await fetch(url, { method: 'POST', body: form, headers: makeVisitorHeaders() });
    return { status: answer.status, text: await answer.text(), sent: provider.take() };
  };
  const makeId3 = (bytes: Uint8Array) => {
    const { length } = bytes;
    const size = [21, 14, 7, 0].map(shift => (length >> shift) & 127);
    return Buffer.concat([Buffer.from('ID3'), Uint8Array.of(4, 0, 0, ...size), bytes]);
  };
  const ape = (isHeader: boolean, itemBytes: number) => {
    const part = Buffer.alloc(32);
    part.write('APETAGEX');
    part.writeUInt32LE(2000, 8);
    part.writeUInt32LE(itemBytes + 32, 12);
    part.writeUInt32LE(isHeader ? 0xa000_0000 : 0x8000_0000, 20);
    return part;
  };
  const opus = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(400_000, 0x5a)]);

  test.each<[string, () => Uint8Array]>([
    ['as it is', () => sound],
    ['with an ID3 tag', () => Buffer.concat([makeId3(Buffer.from('a title')), sound])],
    ['with two hours of Opus in an ID3 tag', () => Buffer.concat([makeId3(opus), sound])],
    [
      'with padding after the tag and at the end',
      () => Buffer.concat([makeId3(opus), Buffer.alloc(999), sound, Buffer.alloc(999)]),
    ],
    ['with an ID3v1 tag', () => Buffer.concat([sound, Buffer.from('TAG'.padEnd(128, ' '))])],
    ['with an APE tag', () => Buffer.concat([sound, ape(true, 5), Buffer.from('items'), ape(false, 5)])],
    ['with a last frame that was cut short', () => Buffer.concat([sound, sound.subarray(0, 100)])],
    ['with a last header that was cut short', () => Buffer.concat([sound, sound.subarray(0, 3)])],
  ])('%s is sent on as its frames and nothing else', async (_, make) => {
    const { status, sent } = await hear(make());
    expect({ status, sent }).toMatchObject({ status: 200, sent: { calls: 1, soundBytes: sound.length } });
  });

  test('that was joined of two files with tags is sent on as the frames of both', async () => {
    const one = Buffer.concat([makeId3(Buffer.from('a title')), sound, Buffer.from('TAG'.padEnd(128, ' '))]);
    const { sent } = await hear(Buffer.concat([one, one]));
    expect(sent.soundBytes).toBe(2 * sound.length);
  });

  /** A frame of MPEG 1 at 44.1 kHz and 128 kbit/s. */
  const otherFrame = Buffer.alloc(417);
  otherFrame.set([0xff, 0xfb, 0x90, 0xc4]);

  test.each<[string, () => Uint8Array, string]>([
    ['Opus after it', () => Buffer.concat([sound, opus]), narrationErrors.soundNotOnlyMp3.key],
    [
      'Opus between its frames',
      () => Buffer.concat([sound, opus, sound]),
      narrationErrors.soundNotOnlyMp3.key,
    ],
    ['Opus before it', () => Buffer.concat([opus, sound]), narrationErrors.soundNotMp3.key],
    [
      'frames of another rate',
      () => Buffer.concat([sound, otherFrame, sound]),
      narrationErrors.soundNotOnlyMp3.key,
    ],
    [
      'frames of free format',
      () => Buffer.concat([sound, Uint8Array.of(0xff, 0xf3, 0x04, 0xc4), sound]),
      narrationErrors.soundNotOnlyMp3.key,
    ],
    [
      'more tags than sound',
      () => Buffer.concat([...Array(2000).fill(makeId3(Buffer.alloc(0))), sound]),
      narrationErrors.soundNotMp3.key,
    ],
    ['nothing but a tag', () => makeId3(opus), narrationErrors.soundNotMp3.key],
    ['a tag that never ends', () => Buffer.from('APETAGEX'), narrationErrors.soundNotMp3.key],
    ['five megabytes of zeros', () => Buffer.alloc(5 * 2 ** 20), narrationErrors.soundNotMp3.key],
  ])('with %s is refused, and nobody is asked', async (_, make, key) => {
    const { status, text, sent } = await hear(make());
    expect([status, readKey(text), sent.calls]).toEqual([400, key, 0]);
  });
});

describe('calls at once', () => {
  const rewrite = { text: 'The fox looks up.', wish: 'funnier', language: 'English' };

  test('of one kind are four for a visitor: more wait, others are answered, and too many are refused', async () => {
    const release = Promise.withResolvers<void>();
    provider.held.wait = () => release.promise;
    const busy = { headers: makeVisitorHeaders() };
    const url = `${server.url}/api/free/rewrite-line`;
    const asked = Array.from({ length: 70 }, () => postJson(url, rewrite, busy));
    const statuses = asked.map(async each => (await each).status);
    await expect.poll(() => provider.count, { timeout: 30_000 }).toBe(4);
    expect(await Promise.race(statuses)).toBe(429);
    const other = postJson(url, rewrite, { headers: makeVisitorHeaders() });
    await expect.poll(() => provider.count, { timeout: 30_000 }).toBe(5);
    release.resolve();
    expect((await other).status).toBe(200);
    const all = await Promise.all(statuses);
    expect(all.filter(status => status === 429)).toHaveLength(2);
    expect(all.filter(status => status === 200)).toHaveLength(68);
  });
});

describe('a stored project', () => {
  const narration = createNarration({ style: 'timed', language: 'English', prompt: '' });
  const term = (at: number, text = `term${at}`) => ({
    term: text,
    byLanguage: {},
    isNeverTranslated: false,
    pronunciation: {},
  });

  test('takes a glossary of 500 terms, and none that is larger than any glossary', async () => {
    const ada = createAccountClient(server.url);
    await ada.signUp(makePerson());
    const project = { ...createProject('Fox'), narrations: [narration] };
    const put = async (count: number, text?: string) => {
      const glossary = Array.from({ length: count }, (_, at) => term(at, text));
      const document = { ...project, glossary };
      return (await ada.send('PUT', `/api/projects/${project.id}`, { document, base: 0 })).status;
    };
    expect(await put(10_000)).toBe(413);
    expect(await put(1, 'a'.repeat(500_000))).toBe(413);
    expect(await put(500)).toBe(200);
  });
});

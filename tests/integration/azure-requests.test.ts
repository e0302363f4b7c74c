import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SpeechRequest, Usage } from '#engines/ports.ts';
import { getLanguage, languages } from '#shared/languages.ts';
import { allVoices } from '#shared/voices.ts';
import { createTestEngines, makeCall, speechKey, testKey } from '../support/azure-calls.ts';
import { type AzureCall, deployments, refuse, startAzureStandIn } from '../support/azure-stand-in.ts';
import { makePicture } from '../support/gemini-calls.ts';
import type { ProviderStandIn } from '../support/provider-stand-in.ts';
import { sentences } from '../support/sentences.ts';
import { askedForTranslation, askForTranslation, asksForJson, rowsFormat } from '../support/translating.ts';

let standIn: ProviderStandIn<AzureCall>;
let engines: ReturnType<typeof createTestEngines>;

beforeAll(async () => {
  standIn = await startAzureStandIn();
});
beforeEach(() => {
  standIn.reset();
  engines = createTestEngines(standIn.origin);
});
afterAll(() => standIn.close());

const signal = new AbortController().signal;
const find = (call: AzureCall) => standIn.requests.find(each => each.call === call);
const bodies = () => standIn.requests.flatMap(({ call, body }) => (call === 'ssml' ? [String(body)] : []));

async function speak(changes: Partial<SpeechRequest>): Promise<string> {
  await makeCall(engines, 'ssml', changes);
  return bodies().at(-1) ?? '';
}

test('each step goes to its deployment, with nothing asked before', async () => {
  for (const call of ['vision', 'script', 'speech', 'transcription'] as const) await makeCall(engines, call);
  expect(standIn.requests.map(({ path, query, body }) => [path, query, body.model])).toEqual([
    ['/openai/v1/chat/completions', {}, deployments.vision],
    ['/openai/v1/chat/completions', {}, deployments.script],
    ['/openai/v1/audio/speech', { 'api-version': 'preview' }, deployments.speech],
    ['/openai/v1/audio/transcriptions', {}, deployments.transcription],
  ]);
  for (const { headers } of standIn.requests) expect(headers.authorization).toBe(`Bearer ${testKey}`);
  expect(await engines.vision.checkReadiness?.(signal)).toEqual({
    kind: 'ready',
    model: deployments.vision,
    found: 'set by AZURE_OPENAI_VISION_DEPLOYMENT',
  });
  expect(await engines.speech.checkReadiness?.(signal)).toMatchObject({
    found: 'set by AZURE_OPENAI_SPEECH_DEPLOYMENT',
  });
});

test("pictures are sent unchanged in one request, with the current models' limit of tokens", async () => {
  const jpegs = await Promise.all(['blue', 'red'].map(makePicture));
  const frames = jpegs.map((jpeg, seconds) => ({ seconds, jpeg }));
  const notes = await engines.vision.analyze({ prompt: 'Narrate it', frames, durationSeconds: 2, signal });
  expect(notes).toBe('Picture 1: blue.\nPicture 2: red.');
  const { messages, max_completion_tokens } = find('vision')?.body ?? {};
  const pictures = messages[1].content.filter((part: { type: string }) => part.type === 'image_url');
  const sent = jpegs.map(jpeg => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`);
  expect(pictures).toEqual(sent.map(url => ({ type: 'image_url', image_url: { url, detail: 'high' } })));
  expect(max_completion_tokens).toBe(1000);
});

test('a script is read past the annotations of the filter, and is charged to the model that answers', async () => {
  const noted: Usage[] = [];
  const script = await makeCall(engines, 'script', { noteUsage: usage => noted.push(usage) });
  expect(script).toBe(sentences.English.slice(0, 2).join(' '));
  expect(noted).toMatchObject([{ model: 'gpt-4o-2024-11-20', textTokensIn: 1117, textTokensOut: 46 }]);
});

test('a translation is held to its form', async () => {
  await askForTranslation(engines.script);
  const { messages, response_format } = find('script')?.body ?? {};
  expect(response_format).toEqual(rowsFormat);
  expect(messages[0].content).toMatch(asksForJson);
  expect(messages[1].content).toBe(askedForTranslation);
});

test('without a key each request has a token of Entra for the scope', async () => {
  const scopes: unknown[] = [];
  let issued = 0;
  const loadCredential = async () => ({
    getToken: async (scope: unknown) => {
      scopes.push(scope);
      issued += 1;
      return { token: `token-${issued}`, expiresOnTimestamp: Date.now() + 3_600_000 };
    },
  });
  const signed = createTestEngines(standIn.origin, { apiKey: undefined, loadCredential });
  await makeCall(signed, 'script');
  await makeCall(signed, 'speech');
  expect(standIn.requests.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(new Set(scopes)).toEqual(new Set(['https://cognitiveservices.azure.com/.default']));
});

test('speech is asked for in SSML, escaped, in the language and with a voice of it', async () => {
  await makeCall(engines, 'ssml', { text: `Tom & "Anna" <3 'em`, language: getLanguage('German') });
  const request = find('ssml');
  expect([request?.method, request?.path, request?.query]).toEqual(['POST', '/cognitiveservices/v1', {}]);
  expect(request?.headers).toMatchObject({
    'ocp-apim-subscription-key': speechKey,
    'content-type': 'application/ssml+xml',
    'x-microsoft-outputformat': 'audio-24khz-96kbitrate-mono-mp3',
    'user-agent': 'Benshi',
  });
  expect(request?.body).toBe(
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="de-DE">' +
      `<voice name="de-DE-AmalaNeural">Tom &amp; &quot;Anna&quot; &lt;3 'em</voice></speak>`,
  );
});

test('all names have a voice of their sex in each language, and those that share one differ in speed', async () => {
  const unspoken = languages.filter(each => engines.ssml.getLanguageSupport(each).kind === 'unlisted');
  expect(unspoken.map(({ name }) => name)).toEqual(['Belarusian', 'Maori']);
  const english = allVoices.map(voice => engines.ssml.getSpeaker(voice));
  expect(new Set(english).size).toBe(27);
  const czech = getLanguage('Czech');
  const [nova, shimmer, onyx] = (['nova', 'shimmer', 'onyx'] as const).map(voice =>
    engines.ssml.getSpeaker(voice, czech),
  );
  expect([nova, shimmer, onyx]).toEqual(['cs-CZ-VlastaNeural', 'cs-CZ-VlastaNeural', 'cs-CZ-AntoninNeural']);
  const [first, second] = [
    await speak({ voice: 'nova', language: czech }),
    await speak({ voice: 'shimmer', language: czech }),
  ];
  expect(first).not.toBe(second);
  expect(second).toMatch(/<prosody rate="[+-]\d+%">A dog runs\.<\/prosody>/u);
});

test('a manner is performed by a voice that lists its style; others speak plainly', async () => {
  const jenny = { voice: { id: 'en-US-JennyNeural' } };
  expect(await speak({ ...jenny, manner: 'whispering' })).toContain(
    '<mstts:express-as style="whispering">A dog runs.</mstts:express-as>',
  );
  expect(await speak({ ...jenny, manner: 'calm' })).not.toContain('express-as');
  expect(await speak({ voice: 'nova', manner: 'sad' })).not.toContain('express-as');
  engines = createTestEngines(standIn.origin);
  standIn.always('voices', refuse(500, {}));
  expect(await speak({ ...jenny, manner: 'sad' })).not.toContain('express-as');
});

test('IPA marks words, and sounds that the service does not know do not cost the line', async () => {
  const ipa = [
    { term: 'dog', ipa: 'dɒg' },
    { term: 'amp', ipa: 'æ"p' },
  ];
  const marked =
    '<phoneme alphabet="ipa" ph="dɒg">dog</phoneme> &amp; <phoneme alphabet="ipa" ph="æ&quot;p">amp</phoneme>';
  expect(await speak({ text: 'dog & amp', ipa })).toContain(marked);
  standIn.next('ssml', refuse(400, {}));
  expect(await speak({ text: 'dog & amp', ipa })).toContain('>dog &amp; amp</voice>');
});

test('the list names voices with their languages, sex and styles', async () => {
  const voices = await engines.ssml.listVoices?.(signal);
  expect(voices).toHaveLength(3);
  expect(voices?.[0]).toMatchObject({
    id: 'en-US-JennyNeural',
    name: 'Jenny',
    languages: ['English'],
    sex: 'female',
    tags: expect.arrayContaining(['united states', 'cheerful', 'whispering']),
  });
  expect(voices?.[1]).toMatchObject({
    languages: ['English', 'German', 'French', 'Japanese', 'Chinese'],
    tags: ['united states', 'multilingual'],
  });
  await engines.ssml.listVoices?.(signal);
  expect(standIn.requests).toHaveLength(1);
  expect(find('voices')?.headers['ocp-apim-subscription-key']).toBe(speechKey);
});

test('a multilingual voice speaks another language, and each Chinese character is charged twice', async () => {
  const noted: Usage[] = [];
  const voice = { id: 'en-US-JennyMultilingualNeural' };
  const chinese = getLanguage('Chinese');
  const ssml = await speak({
    text: '狗跑。',
    voice,
    language: chinese,
    noteUsage: usage => noted.push(usage),
  });
  const inner = '<lang xml:lang="zh-CN">狗跑。</lang>';
  expect(ssml).toContain(`<voice name="en-US-JennyMultilingualNeural">${inner}</voice>`);
  expect(noted).toMatchObject([{ model: 'neural', characters: inner.length + 2 }]);
});

test('a voice that is no longer listed is gone; a listed one has another fault', async () => {
  standIn.always('ssml', refuse(400, {}));
  const ask = (id: string) => makeCall(engines, 'ssml', { voice: { id } });
  await expect(ask('en-US-GoneNeural')).rejects.toMatchObject({ code: 'voice_gone', costsNothing: true });
  await expect(ask('en-US-JennyNeural')).rejects.toMatchObject({ code: 'provider_unavailable' });
});

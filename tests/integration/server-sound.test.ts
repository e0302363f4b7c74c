import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpeechEngine } from '#engines/ports.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { brokenAnswers } from '../support/broken-answers.ts';
import { type KokoroBehaviour, type KokoroStandIn, startKokoroStandIn } from '../support/kokoro-stand-in.ts';
import { computePitchHz } from '../support/measure-sound.ts';
import { testKey } from '../support/provider-calls.ts';
import { catchError, expectFault } from '../support/provider-faults.ts';
import { createTestSpeech, dogs, speakText } from '../support/speech-calls.ts';
import { lavfChunk, makeToneSamples, toChunk, toWave } from '../support/tone-speech.ts';

let standIn: KokoroStandIn;
let engine: SpeechEngine;

beforeAll(async () => {
  standIn = await startKokoroStandIn();
});
beforeEach(() => {
  standIn.reset();
  engine = createTestSpeech(standIn.baseUrl);
});
afterAll(() => standIn.close());

const samples = makeToneSamples({ hz: 200, seconds: 6 });
const seconds = 6;

/** Answers with these bytes in uneven pieces. */
function send(mediaType: string, bytes: Buffer): KokoroBehaviour {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': mediaType });
    for (let at = 0; at < bytes.length; at += 9999) response.write(bytes.subarray(at, at + 9999));
    response.end();
  };
}

function toStereo(mono: Buffer): Buffer {
  const both = Buffer.alloc(mono.length * 2);
  for (let at = 0; at < mono.length; at += 2) {
    mono.copy(both, at * 2, at, at + 2);
    mono.copy(both, at * 2 + 2, at, at + 2);
  }
  return both;
}

const at22050 = makeToneSamples({ hz: 200, seconds }, 22_050);
const waves: [string, Buffer, number][] = [
  ['whole', toWave(samples), 24_000],
  ['whose sizes are not known yet', toWave(samples, { saidBytes: 0xffffffff, chunks: [lavfChunk] }), 24_000],
  ['that says it has no sound', toWave(samples, { saidBytes: 0 }), 24_000],
  ['that says it is longer than it is', toWave(samples, { saidBytes: samples.length + 5000 }), 24_000],
  [
    'with half a sample at its end',
    toWave(Buffer.concat([samples, Buffer.of(1)]), { saidBytes: 0xffffffff }),
    24_000,
  ],
  [
    'with a long list before the sound',
    toWave(samples, { chunks: [toChunk('LIST', Buffer.alloc(3001))] }),
    24_000,
  ],
  ['of two channels', toWave(toStereo(samples), { channels: 2 }), 24_000],
  ['at another rate', toWave(at22050, { sampleRateHz: 22_050 }), 22_050],
  ['of the extensible form', toWave(samples, { formatTag: 0xfffe }), 24_000],
];

describe('a WAV file in place of an mp3', () => {
  test.each(waves)('%s is passed on', async (_, bytes, rateHz) => {
    standIn.next('speech', send('audio/mpeg', bytes));
    const heard = await speakText(engine);
    expect([heard.format, heard.sampleRateHz]).toEqual(['pcm', rateHz]);
    expect(heard.samples.length / rateHz).toBeCloseTo(seconds, 2);
    expect(computePitchHz(heard.samples, rateHz)).toBeCloseTo(200, -1);
  });

  test('that ends before its stated length is used to its end', async () => {
    const junk = Buffer.alloc(40_000, 0x55);
    const bytes = Buffer.concat([toWave(samples), junk]);
    standIn.next('speech', send('audio/wav', bytes));
    expect((await speakText(engine)).samples).toHaveLength(samples.length / 2);
  });

  test.each([
    ['of floating point', toWave(samples, { formatTag: 3, bitsPerSample: 32 })],
    ['without sound', toWave(samples).subarray(0, 30)],
    ['with a head without end', toWave(samples, { chunks: [toChunk('LIST', Buffer.alloc(9000))] })],
  ])('%s is an unsupported sound', async (_, bytes) => {
    standIn.next('speech', send('audio/wav', bytes));
    expectFault(await catchError(speakText(engine)), { code: 'provider_garbage' }, [testKey]);
  });
});

describe('a server without mp3', () => {
  const refuseMp3: KokoroBehaviour = ({ response }) => {
    response.writeHead(422, { 'content-type': 'application/json' });
    const msg = "Input should be 'wav' or 'pcm'";
    const loc = ['body', 'response_format'];
    response.end(JSON.stringify({ detail: [{ type: 'literal_error', loc, msg, input: 'mp3' }] }));
  };

  test('is asked for WAV, and from then on at once', async () => {
    standIn.next('speech', refuseMp3);
    const heard = await speakText(engine);
    expect([heard.format, heard.sampleRateHz]).toEqual(['pcm', 24_000]);
    expect(heard.samples.length / 24_000).toBeGreaterThan(5);
    await speakText(engine);
    expect(standIn.spoken.map(({ body }) => body.response_format)).toEqual(['mp3', 'wav', 'wav']);
  });

  test('and WAV is asked for plain samples', async () => {
    standIn.next('speech', refuseMp3, refuseMp3, send('audio/pcm;rate=22050', at22050));
    const heard = await speakText(engine);
    expect([heard.format, heard.sampleRateHz]).toEqual(['pcm', 22_050]);
    expect(heard.samples).toHaveLength(at22050.length / 2);
    expect(standIn.spoken.map(({ body }) => body.response_format)).toEqual(['mp3', 'wav', 'pcm']);
  });

  test('but with FLAC is asked for WAV', async () => {
    standIn.next('speech', send('audio/mpeg', Buffer.from('fLaC and what follows')));
    expect((await speakText(engine)).format).toBe('pcm');
  });
});

describe('an answer that is no sound that is read', () => {
  test.each([
    ['fLaC and what follows', 'FLAC'],
    ['OggS\0\x02 and OpusHead', 'Ogg'],
    ['\0\0\0\x20ftypM4A and boxes', 'M4A'],
    ['\x1aE\xdf\xa3 and elements', 'WebM'],
    ['FORM\0\0\0\0AIFF', 'AIFF'],
  ])(
    '%j is named in the end, whatever it was asked for, and is never played as samples',
    async (start, format) => {
      standIn.always('speech', send('audio/mpeg', Buffer.from(start.padEnd(500, '\x80'), 'latin1')));
      const { code, message } = await catchError(speakText(engine));
      expect([code, message]).toEqual([
        'provider_garbage',
        `The AI provider sent ${format} sound, which cannot be read here. It has to send mp3, WAV or PCM.`,
      ]);
      expect(standIn.spoken.map(({ body }) => body.response_format)).toEqual(['mp3', 'wav', 'pcm']);
    },
  );

  test.each([
    '<!doctype html><title>Log in</title>',
    '{"error":{"message":"no"}}',
    '\ufeff{"detail":"Not now"}',
  ])('%j is a text', async body => {
    standIn.always('speech', send('audio/mpeg', Buffer.from(body)));
    const expected = { code: 'provider_garbage', message: engineMessages.textForSound } as const;
    expectFault(await catchError(speakText(engine)), expected, [testKey, dogs]);
  });

  test('AAC is named', async () => {
    const frame = Buffer.alloc(64, 0x55);
    frame.set([0xff, 0xf1, 0x50, 0x80, 64 >> 3, 0x1f, 0xfc]);
    standIn.always('speech', send('audio/mpeg', Buffer.concat([frame, frame])));
    expect((await catchError(speakText(engine))).message).toContain('AAC');
  });

  async function* makeTone() {
    yield {
      sampleRateHz: 24_000,
      samples: Float32Array.from({ length: 144_000 }, (_, at) => Math.sin(at / 9) / 4),
    };
  }
  const refused: KokoroBehaviour = send('audio/mpeg', Buffer.from('fLaC and what follows'));

  test('but an mp3 where samples were asked is one, and samples that begin like an mp3 are samples', async () => {
    const mp3 = Buffer.concat(await Array.fromAsync(encodeMp3(makeTone())));
    standIn.next('speech', refused, refused, send('audio/pcm', mp3));
    expect((await speakText(engine)).format).toBe('mp3');
    const like = Buffer.concat([Buffer.of(0xff, 0xfb, 0x90, 0xc4), samples]);
    standIn.next('speech', send('audio/pcm', like));
    const heard = await speakText(engine);
    expect([heard.format, heard.samples.length]).toEqual(['pcm', like.length / 2]);
  });

  test('a WAV without a sample has no sound', async () => {
    standIn.always('speech', send('audio/wav', toWave(Buffer.alloc(0), { saidBytes: 0 })));
    const expected = { code: 'provider_garbage', message: engineMessages.noSound } as const;
    expectFault(await catchError(speakText(engine)), expected, [testKey, dogs]);
  });
});

describe('faulty speech', () => {
  test('an empty answer is an error', async () => {
    standIn.always('speech', brokenAnswers.empty);
    const expected = { code: 'provider_garbage', message: engineMessages.noSound } as const;
    expectFault(await catchError(speakText(engine)), expected, [testKey, dogs]);
    expect(standIn.spoken).toHaveLength(1);
  });

  test('a skipped sentence is reported at the end of the sound', async () => {
    standIn.setUp({ unspeakable: /ball/u });
    const text = `A dog waits. ${'After a red ball it runs and runs, '.repeat(8)}it runs.`;
    const expected = { code: 'provider_garbage', message: engineMessages.textSkipped } as const;
    expectFault(await catchError(speakText(engine, { text })), expected, [testKey, text]);
  });

  test('a short text with a fast voice is not reported', async () => {
    for (const text of ['Yes.', 'A dog.', dogs]) await speakText(engine, { text, voice: 'Fin' });
    expect(standIn.spoken).toHaveLength(3);
  });

  test.each([
    ['a web page', 'text/html', '<!doctype html><html></html>'],
    ['a web page under a false name', 'audio/mpeg', '<!doctype html><html></html>'],
    ['a web page as samples', 'audio/pcm', '<!doctype html><html></html>'],
    ['an error with 200', 'application/json', '{"error":{"message":"upstream failed"}}'],
  ])('%s is no sound', async (_, mediaType, body) => {
    standIn.always('speech', send(mediaType, Buffer.from(body)));
    expectFault(await catchError(speakText(engine)), { code: 'provider_garbage' }, [testKey]);
  });
});

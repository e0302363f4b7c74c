import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it } from 'vitest';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { CodedError } from '#shared/errors.ts';
import { maxAheadBytes, maxScriptCharacters } from '#shared/limits.ts';
import { takeMp3 } from '#shared/speech.ts';
import { convertToVoice } from './convert-to-voice.ts';

const never = new AbortController().signal;
/** Ten sentences, one piece each for an engine that takes 30 characters. */
const script = Array.from({ length: 10 }, (_, index) => `This is sentence number ${index}.`).join(' ');

interface Piece extends SpeechRequest {
  readonly number: number;
  /** Completes or fails the piece. */
  release(error?: Error): void;
}

/** An engine that speaks a piece on command: (number of the piece + 1) tenths of a second of tone. */
function createDirectedEngine(
  onPiece: (piece: Piece) => void,
): SpeechEngine & { readonly maxConcurrent: number } {
  let running = 0;
  let maxConcurrent = 0;
  return {
    provider: { name: 'directed', isOffline: true },
    model: undefined,
    identity: 'directed',
    hasPremiumVoices: false,
    maxCharacters: 30,
    getLanguageSupport: () => ({ kind: 'spoken' }),
    getSpeaker: voice => voice,
    get maxConcurrent() {
      return maxConcurrent;
    },
    async speak(request) {
      maxConcurrent = Math.max(maxConcurrent, ++running);
      const number = Number(/\d/.exec(request.text)?.[0]);
      const released = Promise.withResolvers<void>();
      request.signal.addEventListener('abort', () => released.reject(new CodedError('client_closed')));
      onPiece({
        ...request,
        number,
        release: error => (error ? released.reject(error) : released.resolve()),
      });
      try {
        await released.promise;
      } catch (error) {
        running--;
        throw error;
      }
      async function* bytes() {
        const samples = Float32Array.from({ length: 2400 * (number + 1) }, (_, at) => Math.sin(at / 10) / 2);
        yield* encodeMp3(
          (async function* () {
            yield { sampleRateHz: 24_000, samples };
          })(),
        );
        running--;
      }
      return { format: 'mp3', bytes: bytes() };
    },
  };
}

/** An engine that speaks 16 MB a piece, as fast as it is read, and counts its output. */
async function createGenerousEngine() {
  const samples = Float32Array.from({ length: 24_000 }, (_, at) => Math.sin(at / 10) / 2);
  const second = await readAll(
    encodeMp3(
      (async function* () {
        yield { sampleRateHz: 24_000, samples };
      })(),
    ),
  );
  let made = 0;
  let madeBefore = 0;
  let open = 0;
  async function* bytes(signal: AbortSignal) {
    open += 1;
    signal.addEventListener('abort', () => {
      open -= 1;
    });
    for (let length = 0; length < 16 * 2 ** 20; length += second.length) {
      made += second.length;
      yield second;
      await new Promise(setImmediate);
    }
  }
  return {
    provider: { name: 'generous', isOffline: false },
    model: undefined,
    identity: 'generous',
    hasPremiumVoices: false,
    maxCharacters: 30,
    getLanguageSupport: () => ({ kind: 'spoken' }) as const,
    getSpeaker: () => 'one',
    speak: async ({ signal }: SpeechRequest) => ({ format: 'mp3', bytes: bytes(signal) }) as const,
    madeBytes: () => made,
    countNewBytes: () => {
      const before = madeBefore;
      madeBefore = made;
      return made - before;
    },
    countOpen: () => open,
  };
}

async function readAll(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function computeSeconds(bytes: Uint8Array): Promise<number> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { samplesDecoded, sampleRate } = decoder.decode(bytes);
  decoder.free();
  return samplesDecoded / sampleRate;
}

async function speakScript(speech: SpeechEngine, signal = never) {
  return takeMp3(await convertToVoice(speech, { script, voice: 'nova' }, signal));
}

describe('convertToVoice', () => {
  it('speaks all pieces of a long script, four at a time, and joins them', async () => {
    const requests: Piece[] = [];
    const engine = createDirectedEngine(piece => {
      requests.push(piece);
      piece.release();
    });
    const mp3 = await readAll(await speakScript(engine));
    expect(requests.map(piece => piece.text).join(' ')).toBe(script);
    expect(requests.every(piece => piece.voice === 'nova' && piece.language.name === 'English')).toBe(true);
    expect(engine.maxConcurrent).toBe(4);
    // 0.1 + 0.2 + … + 1.0 seconds
    expect(await computeSeconds(mp3)).toBeGreaterThan(5.4);
    expect(await computeSeconds(mp3)).toBeLessThan(5.7);
  });

  it('gives each piece the text before and after it', async () => {
    const requests: Piece[] = [];
    const engine = createDirectedEngine(piece => {
      requests.push(piece);
      piece.release();
    });
    await readAll(await speakScript(engine));
    const texts = requests.map(piece => piece.text);
    expect(requests.map(piece => piece.previousText)).toEqual([undefined, ...texts.slice(0, -1)]);
    expect(requests.map(piece => piece.nextText)).toEqual([...texts.slice(1), undefined]);
  });

  it('keeps their order when later pieces are ready first', async () => {
    const held: Piece[] = [];
    const engine = createDirectedEngine(piece => {
      held.push(piece);
      // The first four finish in reverse order, the others as they come.
      if (held.length === 4) for (const each of [...held].reverse()) each.release();
      if (held.length > 4) piece.release();
    });
    const inOrder = createDirectedEngine(piece => piece.release());
    expect(await readAll(await speakScript(engine))).toEqual(await readAll(await speakScript(inOrder)));
  });

  it('rejects before the first byte when the first piece fails', async () => {
    const engine = createDirectedEngine(piece => piece.release(new CodedError('provider_busy')));
    await expect(speakScript(engine)).rejects.toMatchObject({ code: 'provider_busy' });
  });

  it('stops all other pieces when a later one fails', async () => {
    const pieces: Piece[] = [];
    const engine = createDirectedEngine(piece => {
      pieces.push(piece);
      if (piece.number < 2) piece.release();
      if (piece.number === 2) piece.release(new CodedError('provider_unavailable'));
    });
    await expect(readAll(await speakScript(engine))).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(pieces.length).toBeLessThan(10);
    expect(pieces.every(piece => piece.signal.aborted)).toBe(true);
  });

  it('stops all pieces when the client disconnects', async () => {
    const pieces: Piece[] = [];
    const engine = createDirectedEngine(piece => {
      pieces.push(piece);
      if (piece.number < 2) piece.release();
    });
    for await (const _ of await speakScript(engine)) break;
    expect(pieces.every(piece => piece.signal.aborted)).toBe(true);
  });

  it('stops all pieces when it is aborted, before and after the first byte', async () => {
    const before = new AbortController();
    const engine = createDirectedEngine(() => before.abort());
    await expect(speakScript(engine, before.signal)).rejects.toMatchObject({ code: 'client_closed' });

    const after = new AbortController();
    const half = createDirectedEngine(piece => (piece.number < 2 ? piece.release() : after.abort()));
    await expect(speakScript(half, after.signal).then(bytes => readAll(bytes))).rejects.toMatchObject({
      code: 'client_closed',
    });
  });

  it.each([
    ['one piece', 'This is sentence number 0.'],
    ['many pieces', script],
  ])('buffers at most a megabyte of %s before it is read', async (_, text) => {
    const engine = await createGenerousEngine();
    const listened = (await convertToVoice(engine, { script: text, voice: 'nova' }, never))[
      Symbol.asyncIterator
    ]();
    let taken = 0;
    for (let turns = 0; turns < 3; turns += 1) {
      taken += (await listened.next()).value?.length ?? 0;
      await expect.poll(() => engine.countNewBytes(), { interval: 100 }).toBe(0);
      expect(engine.madeBytes()).toBeGreaterThan(0);
      expect(engine.madeBytes() - taken).toBeLessThan(maxAheadBytes);
    }
    await listened.return?.();
    await expect.poll(() => engine.countOpen()).toBe(0);
  });

  it('refuses a blank script and one that is too long', async () => {
    const engine = createDirectedEngine(piece => piece.release());
    await expect(convertToVoice(engine, { script: ' \n ', voice: 'nova' }, never)).rejects.toMatchObject({
      code: 'bad_request',
    });
    const long = 'a '.repeat(maxScriptCharacters);
    await expect(convertToVoice(engine, { script: long, voice: 'nova' }, never)).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('uses the given language, else detects it', async () => {
    const languages: string[] = [];
    const engine = createDirectedEngine(piece => {
      languages.push(piece.language.name);
      piece.release();
    });
    const french = 'Le soir, la ville est calme 0.';
    await readAll(takeMp3(await convertToVoice(engine, { script: french, voice: 'nova' }, never)));
    const welsh = { script: french, voice: 'nova', language: 'Welsh' } as const;
    await readAll(takeMp3(await convertToVoice(engine, welsh, never)));
    expect(languages).toEqual(['French', 'Welsh']);
  });
});

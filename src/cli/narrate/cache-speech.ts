import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { override } from '#engines/wrap-engine.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { trimSilence } from '#media/sound/line-sound.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { SpokenSound } from '#shared/speech.ts';
import { reportStatus } from './report-status.ts';

/** Files that the cache created. The folder may contain others, which it never touches. */
const ourFile = /^[0-9a-f]+\.sound(?:\.[0-9a-f-]+\.part)?$/u;
/** Length of a key's SHA-256 in hexadecimal. */
const keyLetters = 64;
const sumBytes = 32;
/** Above the limit, files are deleted down to this share of it, so that not every new line deletes some. */
const keptShare = 0.9;
/** An unfinished file of this age was left by a killed run. */
const abandonedMs = 3_600_000;

interface SoundStore {
  /** Returns the content and marks it as used; undefined if it is missing or damaged. */
  find(key: string): Promise<Buffer | undefined>;
  /** Stores it atomically; above the limit, deletes the least recently used. */
  keep(key: string, content: Uint8Array): Promise<void>;
}

/**
 * Opens the cache folder, which other runs may use at the same time: files are created by a rename and contain a checksum.
 * @param maxBytes limit for all files together
 * @throws errors of the file system if the folder cannot be created or read
 */
export async function openSoundStore(folder: string, maxBytes: number): Promise<SoundStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = await tidy(folder, maxBytes, maxBytes);
  const place = (key: string) => join(folder, `${key}.sound`);
  return {
    async find(key) {
      const path = place(key);
      const file = await readFile(path).catch(() => undefined);
      if (!file) return undefined;
      const content = file.subarray(sumBytes);
      if (!file.subarray(0, sumBytes).equals(computeSum(content))) return undefined;
      const now = new Date();
      // Another run may have deleted it.
      await utimes(path, now, now).catch(() => {});
      return content;
    },
    async keep(key, content) {
      const partPath = `${place(key)}.${randomUUID()}.part`;
      try {
        await writeFile(partPath, Buffer.concat([computeSum(content), content]), { mode: 0o600 });
        await rename(partPath, place(key));
      } catch (error) {
        await rm(partPath, { force: true });
        throw error;
      }
      bytes += sumBytes + content.length;
      if (bytes > maxBytes) bytes = await tidy(folder, maxBytes, maxBytes * keptShare);
    },
  };
}

function computeSum(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}

/**
 * Deletes what killed runs left and, above `maxBytes`, the least recently used files.
 * @returns the remaining bytes
 */
async function tidy(folder: string, maxBytes: number, keptBytes: number): Promise<number> {
  const files = await listFiles(folder);
  let bytes = 0;
  for (const { path, size, isPart, usedMs } of files) {
    if (isPart && Date.now() - usedMs > abandonedMs) await rm(path, { force: true });
    else if (!isPart) bytes += size;
  }
  if (bytes <= maxBytes) return bytes;
  const whole = files.filter(({ isPart }) => !isPart).toSorted((one, other) => one.usedMs - other.usedMs);
  for (const { path, size } of whole) {
    if (bytes <= keptBytes) break;
    await rm(path, { force: true });
    bytes -= size;
  }
  return bytes;
}

async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter(
    name => name.indexOf('.') === keyLetters && ourFile.test(name),
  );
  const found = await Promise.all(
    names.map(async name => {
      const path = join(folder, name);
      const facts = await stat(path).catch(() => undefined);
      return facts && { path, size: facts.size, usedMs: facts.mtimeMs, isPart: name.endsWith('.part') };
    }),
  );
  // Another run may have deleted it.
  return found.filter(file => file !== undefined);
}

/** About an hour and a half of speech of the offline engine, four hours of a provider's. */
const usualMostBytes = 256 * 1000 ** 2;

function findCacheFolder(environment: NodeJS.ProcessEnv): string {
  const { XDG_CACHE_HOME: named } = environment;
  // The XDG Base Directory Specification says to ignore relative paths.
  const folder = named && isAbsolute(named) ? named : join(homedir(), '.cache');
  return join(folder, 'benshi', 'lines');
}

/**
 * Opens the cache of spoken lines.
 * @param cache as returned by `readOptions`
 * @returns undefined if it is off or unusable, which is reported
 */
export async function openCache(
  cache: string,
  environment: NodeJS.ProcessEnv,
): Promise<SoundStore | undefined> {
  if (cache === 'none') return undefined;
  const folder = cache === 'usual' ? findCacheFolder(environment) : cache;
  try {
    return await openSoundStore(folder, usualMostBytes);
  } catch {
    reportStatus(`${folder} cannot be used, so spoken lines are not kept.`);
    return undefined;
  }
}

/** Longer sounds are not cached; a line takes a hundredth of this. */
const maxBytes = 32 * 1024 ** 2;
/** Increase it when the format of the files changes. */
const version = 1;
/** Samples are cached and played as 16 bits. */
const fullScale = 32_768;

interface Head {
  /** Undefined for mp3. */
  readonly sampleRateHz?: number | undefined;
  readonly cues?: readonly SpokenCue[] | undefined;
  /** Of the provider, as base64. */
  readonly manifests?: readonly string[] | undefined;
}

export function cacheSpeech(
  engine: SpeechEngine,
  store: SoundStore | undefined,
  counts: { spoken: number; kept: number },
): SpeechEngine {
  const speak = async (request: SpeechRequest): Promise<SpokenSound> => {
    const { voice, manner, ipa } = request;
    // What an engine cannot perform changes nothing.
    const performed = manner && engine.manners?.includes(manner) ? manner : undefined;
    const own = [performed, ipa?.length ? ipa : undefined];
    const more = own.some(each => each !== undefined) ? own : [];
    const id = typeof voice === 'string' ? voice : `:${voice.id}`;
    const said = [version, engine.identity, id, request.language.code, request.text, ...more];
    const key = createHash('sha256').update(JSON.stringify(said)).digest('hex');
    const kept = await store?.find(key);
    if (kept) {
      counts.kept++;
      return toSound(kept);
    }
    counts.spoken++;
    const sound = await engine.speak(request);
    return store ? cacheWhileRead(sound, content => store.keep(key, content), request) : sound;
  };
  return override(engine, { speak });
}

/** Passes a sound through and caches it once it was read to its end. */
function cacheWhileRead(
  sound: SpokenSound,
  keep: (content: Uint8Array) => Promise<void>,
  { signal }: SpeechRequest,
): SpokenSound {
  let pieces: Uint8Array[] | undefined = [];
  let bytes = 0;
  const collect = (piece: Uint8Array) => {
    bytes += piece.length;
    if (bytes > maxBytes) pieces = undefined;
    pieces?.push(piece);
  };
  const finish = async () => {
    if (!pieces || signal.aborted || (sound.format === 'mp3' && !(await isAudible(pieces)))) return;
    const { cues } = sound;
    const manifests = sound.manifests?.map(each => Buffer.from(each).toString('base64'));
    const sampleRateHz = sound.format === 'pcm' ? sound.sampleRateHz : undefined;
    const head: Head = { sampleRateHz, cues, manifests };
    const written = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
    // A full disk only slows down the next run.
    await keep(joinArrays(Uint8Array, [written, ...pieces])).catch(() => {});
  };
  async function* passMp3(source: AsyncIterable<Uint8Array>) {
    for await (const piece of source) {
      collect(piece);
      yield piece;
    }
    await finish();
  }
  async function* passSamples(source: AsyncIterable<Float32Array>) {
    for await (const samples of source) {
      const rounded = round(samples);
      collect(new Uint8Array(rounded.buffer));
      // Yields the rounded samples, so that a second run gives the same file.
      yield toSamples(rounded);
    }
    await finish();
  }
  return sound.format === 'mp3'
    ? { ...sound, bytes: passMp3(sound.bytes) }
    : { ...sound, samples: passSamples(sound.samples) };
}

/** An mp3 that cannot be decoded, or is silent, must not be cached. */
async function isAudible(mp3: readonly Uint8Array[]): Promise<boolean> {
  try {
    let isHeard = false;
    for await (const { samples } of decodeMp3(reportOnce(joinArrays(Uint8Array, mp3))))
      isHeard ||= trimSilence({ sampleRateHz: 1, samples }).samples.length > 0;
    return isHeard;
  } catch {
    return false;
  }
}

function toSound(content: Buffer): SpokenSound {
  const end = content.indexOf('\n');
  const { sampleRateHz, cues, manifests: kept }: Head = JSON.parse(content.toString('utf8', 0, end));
  const manifests = kept?.map(each => new Uint8Array(Buffer.from(each, 'base64')));
  const body = new Uint8Array(content.subarray(end + 1));
  if (sampleRateHz === undefined) return { format: 'mp3', bytes: reportOnce(body), cues, manifests };
  const samples = reportOnce(toSamples(new Int16Array(body.buffer)));
  return { format: 'pcm', sampleRateHz, samples, cues, manifests };
}

async function* reportOnce<Piece>(piece: Piece): AsyncGenerator<Piece> {
  yield piece;
}

function round(samples: Float32Array): Int16Array<ArrayBuffer> {
  return Int16Array.from(samples, sample =>
    Math.max(-fullScale, Math.min(fullScale - 1, Math.round(sample * fullScale))),
  );
}

function toSamples(rounded: Int16Array): Float32Array {
  return Float32Array.from(rounded, level => level / fullScale);
}

import { joinArrays } from '#shared/join-arrays.ts';

export interface EspeakSettings {
  /** espeak-ng's name of the language's voice, with the variant: `fr+f2`. */
  readonly voiceName: string;
  /** Words a minute as espeak-ng counts them, 80 to 450. */
  readonly rate: number;
  /** 0 to 99. */
  readonly pitch: number;
  /** How far the melody goes up and down, 0 to 99. */
  readonly range: number;
}

export type Espeak = Awaited<ReturnType<typeof loadEspeak>>;

export const espeakSampleRateHz = 22_050;
/** The longest marked-up text of one call, in bytes of UTF-8. */
export const maxMarkupBytes = 16_000;

/** Here lie the variants that may stand behind the plus sign of a voice's name, and voices of another program. */
const voiceFolder = '/usr/share/espeak-ng-data/voices';

/**
 * Starts espeak-ng, compiled to WebAssembly. Takes about 100 ms and 80 MB.
 * @param variants variants beside its own: names of files, and what is in them
 */
export async function loadEspeak(variants: ReadonlyMap<string, string>) {
  // Its 840 kB of JavaScript are for the threads that speak, not for whoever only needs to know its sample rate.
  const { default: loadModule } = await import('@echogarden/espeak-ng-emscripten');
  const module = await loadModule();
  // The program's list of voices ends at 350, languages included, and whoever comes later is not found. So those of
  // mbrola leave, which it cannot speak with anyway.
  for (const name of module.FS.readdir(`${voiceFolder}/mb`))
    if (!name.startsWith('.')) module.FS.unlink(`${voiceFolder}/mb/${name}`);
  for (const [name, text] of variants) module.FS.writeFile(`${voiceFolder}/!v/${name}`, text);
  const worker = atFixedTime(() => new module.eSpeakNGWorker());
  // The bindings keep one buffer for texts and let it grow at the call after a longer text. It must have its full
  // size before the picture of the memory is taken, or it would lie in memory that the program thinks free.
  const longest = 'a '.repeat(maxMarkupBytes / 2);
  for (let times = 0; times < 2; times++) worker.synthesize(longest, () => true);
  const freshMemory = module.HEAPU8.slice(0, findEnd(module.HEAPU8));

  // The program carries its noise and flutter, and whatever a text changed, on to the next text. Putting the memory
  // back (1 ms) makes every call the first one: no request can be heard in another.
  const forgetEverything = () => {
    module.HEAPU8.set(freshMemory);
    clear(module.HEAPU8.subarray(freshMemory.length));
  };

  return {
    /**
     * Speaks marked-up text (SSML) at once. The same text and settings always give the same sound.
     * @returns mono samples, -32,768 to 32,767, at {@link espeakSampleRateHz}
     * @throws RangeError when the text is longer than {@link maxMarkupBytes}
     */
    speak(markup: string, settings: EspeakSettings): Int16Array {
      if (Buffer.byteLength(markup) >= maxMarkupBytes)
        throw new RangeError('The text is too long to speak at once.');
      forgetEverything();
      if (worker.set_voice(settings.voiceName) !== 0) throw new RangeError(`No voice ${settings.voiceName}`);
      worker.set_rate(settings.rate);
      worker.set_pitch(settings.pitch);
      worker.set_range(settings.range);
      const pieces: Int16Array[] = [];
      worker.synthesize(markup, samples => {
        pieces.push(samples);
        return false;
      });
      return joinArrays(Int16Array, pieces);
    },
  };
}

const zeros = new Uint8Array(64 * 1024);

/** Where the blocks of zeros begin that are the end of a memory: after 1 MB of 17. */
function findEnd(memory: Uint8Array): number {
  let end = memory.length;
  while (end > 0 && isClear(memory.subarray(Math.max(0, end - zeros.length), end))) end -= zeros.length;
  return Math.max(0, end);
}

/** @param block no longer than {@link zeros} */
function isClear(block: Uint8Array): boolean {
  return Buffer.compare(block, zeros.subarray(0, block.length)) === 0;
}

/** Writes zeros only where there are none: what was never written to is no memory of the machine yet, and shall not become it (16 MB a thread). */
function clear(memory: Uint8Array): void {
  for (let from = 0; from < memory.length; from += zeros.length) {
    const block = memory.subarray(from, from + zeros.length);
    if (!isClear(block)) block.fill(0);
  }
}

/**
 * Does what does not wait. espeak-ng takes the clock as the seed of its noise when it starts, so a voice with breath in
 * it would sound otherwise in each thread and after each start.
 */
function atFixedTime<T>(work: () => T): T {
  const { now } = Date;
  Date.now = () => 0;
  try {
    return work();
  } finally {
    Date.now = now;
  }
}

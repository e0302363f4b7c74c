/** The parts we use of the package, which brings no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface EspeakWorker {
    /** @returns 0 when the voice exists. A `+name` behind it adds a variant. */
    set_voice(name: string): number;
    /** Words a minute, 80 to 450. */
    set_rate(wordsPerMinute: number): void;
    /** 0 to 99. */
    set_pitch(pitch: number): void;
    /** How far the melody goes up and down, 0 to 99. */
    set_range(range: number): void;
    /** Speaks at once, handing over the sound piece by piece (mono, 22,050 Hz) until `true` comes back. */
    synthesize(text: string, take: (samples: Int16Array) => boolean): void;
  }

  interface EspeakModule {
    /** The whole memory of the program. */
    readonly HEAPU8: Uint8Array;
    /** Its file system, in the memory of JavaScript. */
    readonly FS: {
      readdir(path: string): string[];
      unlink(path: string): void;
      writeFile(path: string, text: string): void;
    };
    readonly eSpeakNGWorker: new () => EspeakWorker;
  }

  export default function load(): Promise<EspeakModule>;
}

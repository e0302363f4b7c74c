interface SoundWindow {
  readonly start: number;
  readonly end: number;
}

/** Whisper hears 30 s at a time, less half a second (sherpa-onnx, csrc/offline-recognizer-whisper-impl.h). */
const longestSeconds = 28;
/** Where a cut is looked for: the end of a window. */
const searchedSeconds = 8;
const quietSeconds = 0.3;
/** Recognisers answer nothing to less. */
const minSeconds = 2;

/** Cuts a sound where it is quietest, so that no word is. */
export function findWindows(samples: Float32Array, sampleRateHz: number): SoundWindow[] {
  const longest = longestSeconds * sampleRateHz;
  const windows: SoundWindow[] = [];
  let start = 0;
  while (samples.length - start > longest) {
    const searched = {
      start: start + longest - searchedSeconds * sampleRateHz,
      end: Math.min(start + longest, samples.length - minSeconds * sampleRateHz),
    };
    const end = findQuietest(samples, searched, Math.round(quietSeconds * sampleRateHz));
    windows.push({ start, end });
    start = end;
  }
  return samples.length > start ? [...windows, { start, end: samples.length }] : windows;
}

/** @returns the middle of the quietest `length` samples */
function findQuietest(samples: Float32Array, { start, end }: SoundWindow, length: number): number {
  const power = (at: number) => (samples[at] ?? 0) ** 2;
  let sum = 0;
  for (let at = start; at < start + length; at++) sum += power(at);
  let least = sum;
  let quietest = start;
  for (let at = start + 1; at + length <= end; at++) {
    sum += power(at + length - 1) - power(at - 1);
    if (sum >= least) continue;
    least = sum;
    quietest = at;
  }
  return quietest + Math.floor(length / 2);
}

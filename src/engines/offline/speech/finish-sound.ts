/** Louder than this (of 1) somewhere, or it is silence: -40 dB. */
const audiblePeak = 0.01;
/** What lies under this at the ends of a sound is cut off: -54 dB. */
const usualEdgeLevel = 0.002;
/** Kept around the sound when its ends are cut, so that soft consonants stay. */
const edgeSeconds = 0.015;
/** Every sound rises from and falls to zero in this time, so that no joint clicks. */
const fadeSeconds = 0.005;
/** The mean level of the voiced parts, -19 dB: what the five voices are brought to, for they differ by 6 dB. */
const targetLevel = 10 ** (-19 / 20);
/** No sample goes above this, -1.5 dB: an mp3 encoder overshoots a little. */
const ceiling = 10 ** (-1.5 / 20);
/** What goes above this, -5 dB, is bent down softly: single peaks, which would keep a whole deep voice too quiet. */
const knee = 10 ** (-5 / 20);
const levelWindowSeconds = 0.02;

/**
 * Makes the samples of a voice a finished sound: cut to what is heard, of even loudness, soft at both ends.
 * @param edgeLevel higher for a voice whose pauses are not silent
 * @returns samples from -1 to 1; none where nothing can be heard
 */
export function finishSound(
  raw: Int16Array,
  sampleRateHz: number,
  edgeLevel = usualEdgeLevel,
): Float32Array<ArrayBuffer> {
  // Plain loops here and below: every sample of every sound comes by, and a callback for each costs as much as speaking.
  let peak = 0;
  for (const sample of raw) if (sample > peak) peak = sample;
  if (peak < audiblePeak * 32_768) return new Float32Array();
  const margin = Math.round(edgeSeconds * sampleRateHz);
  const isHeard = (sample: number) => Math.abs(sample) > edgeLevel * 32_768;
  const start = Math.max(0, raw.findIndex(isHeard) - margin);
  const end = Math.min(raw.length, raw.findLastIndex(isHeard) + margin);
  const samples = new Float32Array(end - start);
  for (let at = 0; at < samples.length; at++) samples[at] = (raw[start + at] ?? 0) / 32_768;

  const gain = targetLevel / computeVoicedLevel(samples, sampleRateHz);
  for (let at = 0; at < samples.length; at++) samples[at] = limit((samples[at] ?? 0) * gain);
  fadeEnds(samples, Math.round(fadeSeconds * sampleRateHz));
  return samples;
}

function fadeEnds(samples: Float32Array, fadeLength: number): void {
  const length = Math.min(fadeLength, Math.floor(samples.length / 2));
  for (let at = 0; at < length; at++) {
    const rise = 0.5 - 0.5 * Math.cos((Math.PI * at) / length);
    const mirrored = samples.length - 1 - at;
    samples[at] = (samples[at] ?? 0) * rise;
    samples[mirrored] = (samples[mirrored] ?? 0) * rise;
  }
}

function limit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= knee) return sample;
  return Math.sign(sample) * (knee + (ceiling - knee) * Math.tanh((size - knee) / (ceiling - knee)));
}

/** Root mean square of the windows that are not pauses. */
function computeVoicedLevel(samples: Float32Array, sampleRateHz: number): number {
  const windowLength = Math.round(levelWindowSeconds * sampleRateHz);
  let energy = 0;
  let count = 0;
  for (let start = 0; start < samples.length; start += windowLength) {
    const end = Math.min(samples.length, start + windowLength);
    let windowEnergy = 0;
    for (let at = start; at < end; at++) windowEnergy += (samples[at] ?? 0) ** 2;
    if (windowEnergy / (end - start) < audiblePeak ** 2) continue;
    energy += windowEnergy;
    count += end - start;
  }
  return count === 0 ? targetLevel : Math.sqrt(energy / count);
}

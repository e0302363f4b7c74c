/** Louder than this (of 1) somewhere, or it is silence: -40 dB. */
const audiblePeak = 0.01;
/** What lies under this at the ends of a sound is cut off: -54 dB. */
const edgeLevel = 0.002;
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
 * Makes espeak-ng's samples a finished sound: cut to what is heard, of even loudness, soft at both ends.
 * @returns samples from -1 to 1; none where nothing can be heard
 */
export function finishSound(raw: Int16Array, sampleRateHz: number): Float32Array<ArrayBuffer> {
  const peak = raw.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0) / 32_768;
  if (peak < audiblePeak) return new Float32Array();
  const margin = Math.round(edgeSeconds * sampleRateHz);
  const isHeard = (sample: number) => Math.abs(sample) > edgeLevel * 32_768;
  const start = Math.max(0, raw.findIndex(isHeard) - margin);
  const end = Math.min(raw.length, raw.findLastIndex(isHeard) + margin);
  const samples = Float32Array.from(raw.subarray(start, end), sample => sample / 32_768);

  const gain = targetLevel / computeVoicedLevel(samples, sampleRateHz);
  const fade = Math.min(Math.round(fadeSeconds * sampleRateHz), samples.length / 2);
  for (let i = 0; i < samples.length; i++) {
    const toEdge = Math.min(i, samples.length - 1 - i);
    const rise = toEdge < fade ? 0.5 - 0.5 * Math.cos((Math.PI * toEdge) / fade) : 1;
    samples[i] = limit((samples[i] ?? 0) * gain) * rise;
  }
  return samples;
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
    const window = samples.subarray(start, start + windowLength);
    const windowEnergy = window.reduce((sum, sample) => sum + sample * sample, 0);
    if (windowEnergy / window.length < audiblePeak ** 2) continue;
    energy += windowEnergy;
    count += window.length;
  }
  return count === 0 ? targetLevel : Math.sqrt(energy / count);
}

/** Deterministic background sounds. */
export const noises = ['white', 'pink', 'street'] as const;
export const musics = ['chords', 'drums', 'melody', 'choir', 'band'] as const;

export type Background = (typeof noises)[number] | (typeof musics)[number];

interface Wanted {
  readonly seconds: number;
  readonly sampleRateHz: number;
}

/** Notes of four chords, in semitones from the A of 110 Hz. */
const chords = [
  [0, 12, 16, 19],
  [5, 12, 17, 21],
  [-2, 10, 14, 17],
  [-5, 7, 14, 19],
] as const;
const chordSeconds = 2;
const beatSeconds = 0.5;

/** A sound without speech, at its own level. */
export function makeBackground(kind: Background, wanted: Wanted): Float32Array {
  return makers[kind](wanted);
}

const makers: Readonly<Record<Background, (wanted: Wanted) => Float32Array>> = {
  white: makeWhiteNoise,
  pink: makePinkNoise,
  street: makeStreet,
  chords: wanted => playChords(wanted, playString),
  drums: makeDrums,
  melody: makeMelody,
  choir: wanted => playChords(wanted, singVowel),
  band: wanted => addAll([makeDrums(wanted), playChords(wanted, playString), makeMelody(wanted)]),
};

/** Deterministic numbers from -1 to 1 (Park and Miller). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (2 * state) / 2_147_483_647 - 1;
  };
}

function makeWhiteNoise({ seconds, sampleRateHz }: Wanted): Float32Array {
  const random = createRandom(7);
  return Float32Array.from({ length: Math.round(seconds * sampleRateHz) }, () => 0.3 * random());
}

/** -3 dB an octave, as the sum of Paul Kellet's three filters. */
function makePinkNoise(wanted: Wanted): Float32Array {
  let [low, middle, high] = [0, 0, 0];
  return makeWhiteNoise(wanted).map(white => {
    low = 0.99765 * low + white * 0.099046;
    middle = 0.963 * middle + white * 0.2965164;
    high = 0.57 * high + white * 1.0526913;
    return 0.2 * (low + middle + high + white * 0.1848);
  });
}

/** A rumble, and passing cars every few seconds: louder and brighter while they are near. */
function makeStreet(wanted: Wanted): Float32Array {
  const random = createRandom(99);
  const samples = new Float32Array(Math.round(wanted.seconds * wanted.sampleRateHz));
  let [rumble, tyres] = [0, 0];
  for (let at = 0; at < samples.length; at++) {
    const second = at / wanted.sampleRateHz;
    const nearness = Math.max(0, Math.sin((2 * Math.PI * second) / 7)) ** 4;
    rumble += 0.02 * (random() - rumble);
    tyres += (0.05 + 0.35 * nearness) * (random() - tyres);
    const engine = Math.sin(2 * Math.PI * (85 - 12 * Math.sin((2 * Math.PI * second) / 7)) * second);
    samples[at] = 1.2 * rumble + (0.03 + 0.25 * nearness) * tyres + 0.02 * nearness * engine;
  }
  return samples;
}

type Instrument = (hz: number, second: number, heldSeconds: number) => number;

/** A note of many overtones that decays. */
const playString: Instrument = (hz, second) => {
  let sum = 0;
  for (let overtone = 1; overtone <= 6; overtone++)
    sum += Math.sin(2 * Math.PI * hz * overtone * second) / overtone ** 1.3;
  return sum * Math.exp(-second * 1.2);
};

/** The formants of a sung "ah", in Hz. */
const formants = [700, 1150, 2700] as const;

/** A sung vowel with vibrato: close to speech, but none. */
const singVowel: Instrument = (hz, second, heldSeconds) => {
  const phase = 2 * Math.PI * hz * second + 0.25 * Math.sin(2 * Math.PI * 5.5 * second);
  let sum = 0;
  for (let overtone = 1; overtone * hz < 3500; overtone++) {
    const strength = formants.reduce(
      (all, formant) => all + Math.exp(-(((overtone * hz - formant) / 220) ** 2)),
      0.05,
    );
    sum += (strength / overtone ** 0.5) * Math.sin(overtone * phase);
  }
  return sum * Math.min(1, second / 0.3, (heldSeconds - second) / 0.3);
};

function playChords({ seconds, sampleRateHz }: Wanted, instrument: Instrument): Float32Array {
  const rounds = chords.length * chordSeconds * sampleRateHz;
  const round = new Float32Array(rounds);
  for (let at = 0; at < rounds; at++) {
    const second = at / sampleRateHz;
    const notes = chords[Math.floor(second / chordSeconds)] ?? [];
    for (const note of notes)
      round[at] = (round[at] ?? 0) + 0.1 * instrument(toHz(note), second % chordSeconds, chordSeconds);
  }
  return repeat(round, Math.round(seconds * sampleRateHz));
}

function makeMelody({ seconds, sampleRateHz }: Wanted): Float32Array {
  const tune = [24, 26, 28, 31, 28, 26, 24, 19, 21, 24, 26, 21, 19, 17, 19, 24];
  const round = new Float32Array(Math.round((tune.length * sampleRateHz * beatSeconds) / 2));
  for (let at = 0; at < round.length; at++) {
    const second = at / sampleRateHz;
    const note = tune[Math.floor(second / (beatSeconds / 2))] ?? 0;
    round[at] = 0.25 * playString(toHz(note), second % (beatSeconds / 2), beatSeconds / 2);
  }
  return repeat(round, Math.round(seconds * sampleRateHz));
}

/** A bass drum on each beat, a snare on every other, and a cymbal between. */
function makeDrums({ seconds, sampleRateHz }: Wanted): Float32Array {
  const random = createRandom(5);
  const round = new Float32Array(Math.round(2 * beatSeconds * sampleRateHz));
  for (let at = 0; at < round.length; at++) {
    const second = at / sampleRateHz;
    const onBeat = second % beatSeconds;
    const bass = Math.sin(2 * Math.PI * (50 * onBeat - 6 * Math.exp(-onBeat * 30))) * Math.exp(-onBeat * 12);
    const snare = second < beatSeconds ? 0 : random() * Math.exp(-onBeat * 18);
    const cymbal = random() * Math.exp(-(second % (beatSeconds / 2)) * 40);
    round[at] = 0.6 * bass + 0.4 * snare + 0.15 * cymbal;
  }
  return repeat(round, Math.round(seconds * sampleRateHz));
}

function toHz(halfTones: number): number {
  return 110 * 2 ** (halfTones / 12);
}

function repeat(round: Float32Array, length: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => round[at % round.length] ?? 0);
}

function addAll(sounds: readonly Float32Array[]): Float32Array {
  return Float32Array.from({ length: sounds[0]?.length ?? 0 }, (_, at) =>
    sounds.reduce((sum, sound) => sum + (sound[at] ?? 0), 0),
  );
}

import type { ScriptEngine, SpeechEngine } from '../src/engines/ports.ts';
import { encodeMp3 } from '../src/media/mp3/encode-mp3.ts';
import type { PlainSound } from '../src/media/sound/channels.ts';
import { fitScript } from '../src/narration/fit-script.ts';
import { speakLine } from '../src/narration/speak-line.ts';
import { runInOrder } from '../src/shared/async/run-in-order.ts';
import { speechConcurrency } from '../src/shared/defaults.ts';
import { getLanguage } from '../src/shared/languages.ts';
import { type BenchRow, median, timeRounds } from './measure.ts';

const lines = 100;
const maxTimes = 1.2;
const rounds = 5;
const sampleRateHz = 24_000;
const text = 'The fox looks up and runs away.';
const soundSeconds = 2;
/** Slightly less than the line needs, so that each line is sped up a little. */
const availableSeconds = 1.9;

/** The cost of fitting lines compared with only speaking them, both as mp3, with a voice that answers at once. */
export async function benchTimedLines(): Promise<BenchRow[]> {
  const samples = Float32Array.from({ length: soundSeconds * sampleRateHz }, (_, at) => Math.sin(at / 9) / 2);
  const { signal } = new AbortController();
  const speech = createSpeech(samples);
  const cues = Array.from({ length: lines }, (_, at) => ({ startSeconds: availableSeconds * at, text }));
  const speaker = { speech, voice: 'nova', estimate: () => soundSeconds } as const;
  const fit = {
    cues,
    durationSeconds: availableSeconds * lines,
    getSpeaker: () => speaker,
    language: 'English',
  } as const;
  const line = { text, voice: 'nova', language: getLanguage('English') } as const;
  const speakAll = async () => {
    const jobs = cues.map(() => () => speakLine(speech, line, signal));
    for await (const { sound } of runInOrder(jobs, speechConcurrency)) await encode(sound);
  };
  const fitAll = async () => {
    for await (const step of fitScript(neverAsked, fit, signal))
      if ('line' in step) await encode(step.line.sound);
  };
  const spoken = median(await timeRounds(rounds, speakAll));
  const placed = median(await timeRounds(rounds, fitAll));
  return [
    {
      what: `${lines} lines made to fit, with a voice that answers at once`,
      figure: `${placed.toFixed(0)} ms; ${spoken.toFixed(0)} ms to speak them`,
      ratio: `${(placed / spoken).toFixed(2)} × the time`,
      goal: `at most ${maxTimes} × the time`,
      isMet: placed <= maxTimes * spoken,
    },
  ];
}

async function encode(sound: PlainSound): Promise<void> {
  async function* once() {
    yield sound;
  }
  for await (const _ of encodeMp3(once()));
}

const provider = { name: 'a.example', isOffline: true } as const;
const never = async function* (): AsyncGenerator<string> {};
const neverAsked: ScriptEngine = {
  provider,
  model: undefined,
  canExpand: false,
  writeScript: never,
  rewriteScript: never,
  writeTimedScript: never,
  shortenLines: never,
};

function createSpeech(sound: Float32Array): SpeechEngine {
  async function* give() {
    yield sound;
  }
  return {
    provider,
    model: undefined,
    identity: 'at once',
    hasPremiumVoices: false,
    maxCharacters: 4096,
    getLanguageSupport: () => ({ kind: 'spoken' }),
    getSpeaker: voice => voice,
    speak: async () => ({ format: 'pcm', sampleRateHz, samples: give() }),
  };
}

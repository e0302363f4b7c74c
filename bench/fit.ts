import type { ScriptEngine, SpeechEngine } from '../src/engines/ports.ts';
import { fitScript } from '../src/narration/fit-script.ts';
import { speakLine } from '../src/narration/speak-line.ts';
import { getLanguage } from '../src/shared/languages.ts';
import { printTimedScript } from '../src/shared/script/timed-script.ts';
import type { BenchRow } from './bench-row.ts';
import { median, timeMs } from './measure.ts';

const lines = 100;
const mostTimes = 1.2;
const rounds = 25;
const sampleRateHz = 24_000;
const text = 'The fox looks up and runs away.';

/** What making lines fit costs beside speaking them, with a voice that answers at once. */
export async function benchFit(): Promise<BenchRow[]> {
  const samples = Float32Array.from({ length: 2 * sampleRateHz }, (_, at) => Math.sin(at / 9) / 2);
  const { signal } = new AbortController();
  const speech = createSpeech(samples);
  const script = printTimedScript(Array.from({ length: lines }, (_, at) => ({ startSeconds: 5 * at, text })));
  const request = { script, durationSeconds: 5 * lines, voice: 'nova', language: 'English' } as const;
  const times = { spoken: [] as number[], fitted: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    times.spoken.push(
      await timeMs(async () => {
        const line = { text, voice: 'nova', language: getLanguage('English') } as const;
        for (let at = 0; at < lines; at += 1) await speakLine(speech, line, signal);
      }),
    );
    times.fitted.push(
      await timeMs(async () => {
        const fit = { ...request, shorten: true, estimate: () => 2 };
        for await (const _ of fitScript({ speech, script: neverAsked }, fit, signal));
      }),
    );
  }
  const [spoken, fitted] = [median(times.spoken), median(times.fitted)];
  return [
    {
      what: `${lines} lines made to fit, with a voice that answers at once`,
      figure: `${fitted.toFixed(0)} ms; ${spoken.toFixed(0)} ms to speak them`,
      ratio: `${(fitted / spoken).toFixed(2)} × the time`,
      goal: `at most ${mostTimes} × the time`,
      isMet: fitted <= mostTimes * spoken,
    },
  ];
}

const provider = { name: 'a.example', isOffline: true, receives: 'nothing' } as const;
const never = async function* (): AsyncGenerator<string> {};
const neverAsked: ScriptEngine = {
  provider,
  model: undefined,
  lengthens: false,
  writeScript: never,
  rewriteScript: never,
  writeTimedScript: never,
  mendLines: never,
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

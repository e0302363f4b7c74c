import type {
  NoteUsage,
  ScriptEngine,
  SpeechEngine,
  TranscriptionEngine,
  VisionEngine,
} from '#engines/ports.ts';
import { readPlain } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { detectLanguage } from '#narration/detect-language.ts';
import { tidyScript } from '#narration/tidy-script.ts';
import { takeHearable } from '#narration/transcribe.ts';
import { defaultVoice } from '#shared/defaults.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage } from '#shared/languages.ts';
import type { SpokenSound } from '#shared/speech.ts';
import type { Voice } from '#shared/voices.ts';

interface SoundFacts {
  readonly seconds: number;
  /** The largest absolute sample, at most 1. */
  readonly peak: number;
}

export interface Outcome {
  readonly isOk: boolean;
  readonly sentence: string;
}

export interface TryParts {
  readonly noteUsage: NoteUsage;
  readonly signal: AbortSignal;
}

/** A JPEG of 64 × 64 pixels, all of them red. */
const redPicture = new Uint8Array(
  Buffer.from(
    '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBD' +
      'ARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCABAAEAD' +
      'ASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAA' +
      'AAUG/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AjgJ7XgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP/9k=',
    'base64',
  ),
);

/** Tests whether the model receives an image. */
export async function tryVision(vision: VisionEngine, { noteUsage, signal }: TryParts): Promise<Outcome> {
  const said = await vision.analyze({
    prompt: 'Name the colour that fills the picture.',
    frames: [{ seconds: 0, jpeg: redPicture }],
    durationSeconds: 1,
    noteUsage,
    signal,
  });
  return /\b(?:red|crimson|scarlet)\b/iu.test(said)
    ? { isOk: true, sentence: 'It named the colour of a red image.' }
    : {
        isOk: false,
        sentence: `It did not name the colour of a red image. Its answer: ${quote(said)}`,
      };
}

function quote(text: string): string {
  const longest = 160;
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  return `“${line.length > longest ? `${line.slice(0, longest)}…` : line}”`;
}

const notes =
  'A red kite circles above a green hill. 0.5: it hangs in the wind. 3.5: it dives towards a lake.';
const welsh = getLanguage('Welsh');

/** Tests whether the model writes in the requested language: Welsh, because models that ignore the request write English. */
export async function tryScript(script: ScriptEngine, parts: TryParts): Promise<Outcome> {
  const prompt = 'One calm sentence about the bird.';
  let written = '';
  for await (const piece of script.writeScript({
    analysis: notes,
    prompt,
    language: welsh,
    durationSeconds: 6,
    ...parts,
  }))
    written += piece;
  const { name } = await detectLanguage(tidyScript(written));
  return name === welsh.name
    ? { isOk: true, sentence: 'It wrote a sentence in Welsh.' }
    : {
        isOk: false,
        sentence: `It wrote ${name} instead of Welsh. Narrations may be in the wrong language. Try a larger model.`,
      };
}

const spokenText = 'A red kite circles above the green hill, and the wind carries it.';
/** The sentence takes about four and a half seconds; fast and slow voices stay within these limits. */
const shortestSeconds = 1.5;
const longestSeconds = 15;
/** Speech peaks well above -26 dB; below -40 dB even noise counts as silence. */
const quietestPeak = 0.05;

/** Tests whether a sentence is spoken in a plausible time and is not silent. */
export async function trySpeech(speech: SpeechEngine, voice: Voice, parts: TryParts): Promise<Outcome> {
  const sound = await speech.speak({ text: spokenText, voice, language: getLanguage('English'), ...parts });
  const { seconds, peak } = await measureSound(sound, 2 * longestSeconds, parts.signal);
  const length = `${seconds.toFixed(1)} s of sound`;
  const fail = (why: string) => ({ isOk: false, sentence: `${voice}: ${why}` });
  if (peak < quietestPeak) return fail(`${length}, but silent.`);
  if (seconds < shortestSeconds) return fail(`${length}, too short for the sentence.`);
  if (seconds > longestSeconds) return fail(`more than ${longestSeconds} s of sound for one sentence.`);
  return { isOk: true, sentence: `${voice} spoke a sentence: ${length}.` };
}

/** Of the spoken sentence. A small model may mishear the offline voice, but not all of them. */
const wordsToHear = ['red', 'kite', 'green', 'hill', 'wind'];

/** Tests whether a sentence, spoken by the offline engine, is understood. */
export async function tryTranscription(
  engine: TranscriptionEngine,
  offlineSpeech: SpeechEngine,
  parts: TryParts,
): Promise<Outcome> {
  const spoken = { text: spokenText, voice: defaultVoice, language: getLanguage('English') };
  const sound = await offlineSpeech.speak({ ...spoken, signal: parts.signal });
  const pieces = await Array.fromAsync(encodeMp3(readPlain(sound, parts.signal)));
  const hearable = takeHearable(joinArrays(Uint8Array, pieces));
  const { segments } = await engine.transcribe({ ...hearable, ...parts });
  const heard = segments.map(({ text }) => text).join(' ');
  const understood = wordsToHear.filter(word => heard.toLowerCase().includes(word));
  return understood.length > 1
    ? { isOk: true, sentence: 'It understood a spoken sentence.' }
    : { isOk: false, sentence: `It did not understand a spoken sentence. Its answer: ${quote(heard)}` };
}

/**
 * Decodes a sound to its end, up to a limit.
 * @throws CodedError `provider_garbage` if it contains no sound; errors of the engine
 */
async function measureSound(
  sound: SpokenSound,
  maxSeconds: number,
  signal: AbortSignal,
): Promise<SoundFacts> {
  let seconds = 0;
  let peak = 0;
  for await (const { samples, sampleRateHz } of readPlain(sound, signal)) {
    seconds += samples.length / sampleRateHz;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    if (seconds > maxSeconds) break;
  }
  return { seconds, peak };
}

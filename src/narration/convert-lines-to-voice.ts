import { placeLines } from '#media/mix/place-lines.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Pronunciation } from '#shared/pronunciations.ts';
import type { Cue } from '#shared/script/cues.ts';
import {
  createPlacer,
  type LineDelivery,
  listAvailableSeconds,
  pauseBetweenSeconds,
  placeDelivery,
} from '#shared/script/plan-lines.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import { fitScript } from './fit-script.ts';
import { prepend } from './prepend.ts';
import type { Speaker } from './speaker.ts';

/** A line as it is spoken and placed. */
export interface LineToVoice extends Cue, LineDelivery {
  readonly speaker: Speaker;
}

export interface LinesVoiceRequest {
  /** In time order. */
  readonly lines: readonly LineToVoice[];
  /** Detected from the texts if undefined. */
  readonly language?: LanguageName | undefined;
  readonly pronunciations?: readonly Pronunciation[] | undefined;
  /** Of the video; undefined for lines without times, which follow one another with a pause of 0.4 s. */
  readonly durationSeconds?: number | undefined;
}

/**
 * Speaks lines as {@link fitScript}, without shortening any, each placed at its time, with its pace and pauses, in a sound as long as the
 * video. A line that cannot be spoken is left out.
 * @returns once the first line is certain; the sound as mp3, each line's actual times, unspoken text, the duration
 * @throws CodedError as `fitScript`
 */
export async function convertLinesToVoice(
  request: LinesVoiceRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  const unspoken: SpeechPart[] = [];
  const spoken = placeSpoken(request, unspoken, signal);
  return reportParts(prepend(await spoken.next(), spoken), {
    found: unspoken,
    durationSeconds: request.durationSeconds ?? 0,
    signal,
  });
}

interface PlacedSpeech {
  readonly text: string;
  readonly startSeconds: number;
  readonly sound: PlainSound;
  readonly speed: number;
  readonly manifests: readonly Uint8Array[];
}

/** @param unspoken receives the unspoken text of each */
async function* placeSpoken(
  { lines, durationSeconds, ...asked }: LinesVoiceRequest,
  unspoken: SpeechPart[],
  signal: AbortSignal,
): AsyncGenerator<PlacedSpeech, void> {
  const hasTimes = durationSeconds !== undefined;
  const available = listAvailableSeconds(lines, durationSeconds);
  const place = createPlacer({ pauseSeconds: hasTimes ? 0 : pauseBetweenSeconds });
  const getSpeaker = (index: number) => (lines[index] as LineToVoice).speaker;
  const fit = { ...asked, cues: lines, durationSeconds, getSpeaker };
  for await (const step of fitScript(undefined, fit, signal)) {
    if (!('line' in step)) continue;
    const { index, startSeconds, text, seconds, sound, manifests, ...said } = step.line;
    if (said.unspoken)
      unspoken.push({
        unspoken: { line: index + 1, startSeconds: hasTimes ? startSeconds : undefined, text: said.unspoken },
      });
    if (sound.samples.length === 0) continue;
    const time = { startSeconds, seconds, availableSeconds: available[index] ?? 0 };
    const { line, ...placed } = place(placeDelivery(time, lines[index] ?? {}));
    yield { text, sound, manifests, startSeconds: placed.startSeconds, speed: line.pace * placed.speed };
  }
}

interface Reporting {
  /** Parts to report next. */
  readonly found: SpeechPart[];
  readonly durationSeconds: number;
  readonly signal: AbortSignal;
}

async function* reportParts(
  lines: AsyncIterable<PlacedSpeech>,
  { found, durationSeconds, signal }: Reporting,
): AsyncGenerator<SpeechPart, void> {
  const texts: string[] = [];
  const manifests: Uint8Array[] = [];
  let seconds = durationSeconds;
  async function* noteTexts() {
    for await (const line of lines) {
      texts.push(line.text);
      addManifests(manifests, line.manifests);
      yield line;
    }
  }
  const noteLine = (times: { startSeconds: number; endSeconds: number }) => {
    found.push({ cue: { text: texts.shift() ?? '', ...times } });
    seconds = Math.max(durationSeconds, times.endSeconds);
  };
  for await (const mp3 of encodeMp3(placeLines(noteTexts(), { durationSeconds, noteLine, signal }))) {
    yield { mp3, manifests };
    yield* found.splice(0);
  }
  yield* found.splice(0);
  yield { seconds };
}

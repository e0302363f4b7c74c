import { cutLines, type EditorsLine } from '#media/mix/editors-files.ts';
import { type LineToPlace, placeLines } from '#media/mix/place-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { changeSpeed, changeTempo, collectSound } from '#media/sound/line-sound.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { readPieces } from '../../../lib/call-server.ts';
import type { VoiceLine, VoicePlan } from '../model/plan-voice.ts';

// The decoder of mp3: for the export worker.

/**
 * The voice as it is heard, a piece at a time: no more than a line is held.
 * @throws {CodedError} `provider_garbage` for an mp3 without sound, `client_closed`
 */
export async function* readVoice(
  { track, soundSeconds = 0 }: Pick<VoicePlan, 'track' | 'soundSeconds'>,
  signal: AbortSignal,
): AsyncGenerator<PlainSound, void, undefined> {
  if (track.kind === 'lines') {
    yield* placeLines(readLines(track.lines, signal), {
      durationSeconds: soundSeconds,
      noteLine: () => {},
      signal,
    });
    return;
  }
  const sounds = decode(track.mp3, signal);
  for await (const sound of track.speed === 1 ? sounds : changeTempo(sounds, track.speed)) {
    requireNotCancelled(signal);
    yield sound;
  }
}

/**
 * The same line by line, each at its speed; a recording is cut at its sentences.
 * @throws {CodedError} as {@link readVoice}
 */
export async function* readVoiceLines(
  plan: VoicePlan,
  signal: AbortSignal,
): AsyncGenerator<EditorsLine, void, undefined> {
  if (plan.track.kind === 'recording') {
    yield* cutLines(readVoice(plan, signal), plan.cues);
    return;
  }
  for await (const { sound, speed = 1, ...line } of readLines(plan.track.lines, signal))
    yield { ...line, sound: changeSpeed(sound, speed) };
}

async function* readLines(
  lines: readonly VoiceLine[],
  signal: AbortSignal,
): AsyncGenerator<LineToPlace & { readonly text: string }> {
  for (const { startSeconds, text, mp3, speed } of lines) {
    requireNotCancelled(signal);
    yield { startSeconds, text, sound: await collectSound(decode(mp3, signal)), speed };
  }
}

function decode(mp3: Blob, signal: AbortSignal): AsyncGenerator<PlainSound> {
  return decodeMp3(readPieces(new Response(mp3), signal));
}

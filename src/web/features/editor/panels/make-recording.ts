import { prepareRecording } from '#media/mix/prepare-recording.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { getSeconds } from '#media/sound/line-sound.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';

export interface Recording {
  readonly mp3: Blob;
  readonly seconds: number;
}

/** No line is longer, and all of it is decoded at once. */
const maxMinutes = 5;
/** About what that takes at most, as WAV of two channels. */
const maxBytes = maxMinutes * 60 * 48_000 * 4 * 2;
const rateHz = 48_000;

/**
 * Makes a line of what was recorded, or of a sound file.
 * @param lufs how loud the other lines are; undefined: as voices are mixed
 * @throws {CodedError}
 */
export async function makeRecording(source: Blob, lufs: number | undefined): Promise<Recording> {
  const sound = prepareRecording(await decode(source), lufs);
  if (!sound) throw new CodedError('unsupported_media_type', { message: fill(messages.silent) });
  const pieces: BlobPart[] = [];
  for await (const piece of encodeMp3([sound])) pieces.push(Uint8Array.from(piece));
  return { mp3: new Blob(pieces, { type: 'audio/mpeg' }), seconds: getSeconds(sound) };
}

/** By the browser's own decoder: each browser reads what it records, even where it lets pages decode nothing else. */
async function decode(source: Blob): Promise<PlainSound> {
  const tooLong = () =>
    new CodedError('too_large', { message: fill(messages.fileTooLong, { minutes: maxMinutes }) });
  if (source.size > maxBytes) throw tooLong();
  const context = new OfflineAudioContext(1, 1, rateHz);
  const decoded = await context.decodeAudioData(await source.arrayBuffer()).catch(cause => {
    throw new CodedError('unsupported_media_type', { message: fill(messages.unreadable), cause });
  });
  if (decoded.duration > maxMinutes * 60) throw tooLong();
  const samples = new Float32Array(decoded.length);
  for (let channel = 0; channel < decoded.numberOfChannels; channel++)
    for (const [at, sample] of decoded.getChannelData(channel).entries())
      samples[at] = (samples[at] as number) + sample / decoded.numberOfChannels;
  return { sampleRateHz: decoded.sampleRate, samples };
}

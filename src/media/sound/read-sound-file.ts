import {
  ADTS,
  AudioSampleSink,
  BlobSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import { untilCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { fill } from '#shared/messages/message.ts';
import { soundFileMessages } from '#shared/messages/sound-file.ts';
import { mixToStereo, type RatedSound } from './channels.ts';

const formats = [MP3, MP4, QTFF, WAVE, FLAC, OGG, WEBM, MATROSKA, ADTS];

/** What a WAV file has before its sound; that of broadcasters is long. */
const waveHeadBytes = 65_536;
/** In files that are named like those of other codecs. */
const codecNames: Readonly<Record<string, string>> = { alac: 'Apple Lossless', 'ac-3': 'Dolby Digital' };

/** Left and right, with bounded memory. @throws CodedError `unsupported_media_type` if it cannot be decoded; `client_closed` */
export async function* readSoundFile(file: Blob, signal: AbortSignal): AsyncGenerator<RatedSound> {
  try {
    using input = new Input({ formats, source: new BlobSource(await stateSizes(file)) });
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw createUnreadableError();
    if (!(await track.canDecode())) {
      const codec = codecNames[String(await track.getInternalCodecId())];
      throw createUnreadableError(undefined, codec ? fill(soundFileMessages.codec, { codec }) : undefined);
    }
    for await (const sample of untilCancelled(new AudioSampleSink(track).samples(), signal)) {
      using open = sample;
      yield { sampleRateHz: open.sampleRate, channels: mixToStereo(open) };
    }
  } catch (error) {
    throw error instanceof CodedError ? error : createUnreadableError(error);
  }
}

/** A WAV file that was written to a stream states 0 as its sizes: its sound goes on to its end. */
async function stateSizes(file: Blob): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, waveHeadBytes).arrayBuffer());
  const view = new DataView(head.buffer);
  const readName = (at: number) => String.fromCharCode(...head.subarray(at, at + 4));
  if (readName(0) !== 'RIFF' || readName(8) !== 'WAVE') return file;
  let at = 12;
  const readSize = () => view.getUint32(at + 4, true);
  while (at + 8 <= head.length && readName(at) !== 'data') at += 8 + readSize() + (readSize() % 2);
  if (at + 8 > head.length || (readSize() > 0 && view.getUint32(4, true) > at)) return file;
  const toSize = (bytes: number) => Math.min(bytes, 0xffff_ffff);
  view.setUint32(4, toSize(file.size - 8), true);
  if (readSize() === 0) view.setUint32(at + 4, toSize(file.size - at - 8), true);
  return new Blob([head, file.slice(head.length)]);
}

function createUnreadableError(cause?: unknown, message = fill(soundFileMessages.unreadable)): CodedError {
  return new CodedError('unsupported_media_type', { message, cause });
}

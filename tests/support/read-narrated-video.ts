import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ALL_FORMATS, AudioSampleSink, EncodedPacketSink, FilePathSource, Input, MPEG_TS } from 'mediabunny';
import { AV_DISPOSITION_VISUAL_IMPAIRED, avGetCodecName, avGetMediaTypeString, Demuxer } from 'node-av';

const runFile = promisify(execFile);

/** A coded frame of a file. */
export interface ReadPacket {
  readonly seconds: number;
  readonly bytes: Buffer;
}

/** All coded frames of a file in file order. */
export async function readPictures(path: string): Promise<ReadPacket[]> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`${path} has no picture.`);
  return await readPackets(new EncodedPacketSink(track));
}

export async function readSoundPackets(path: string, index = 0): Promise<ReadPacket[]> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = (await input.getAudioTracks())[index];
  if (!track) throw new Error(`${path} has no sound ${index}.`);
  return await readPackets(new EncodedPacketSink(track));
}

async function readPackets(sink: EncodedPacketSink): Promise<ReadPacket[]> {
  const packets: ReadPacket[] = [];
  for await (const { timestamp, data } of sink.packets())
    packets.push({ seconds: timestamp, bytes: Buffer.from(data) });
  return packets;
}

/** The properties of a file's tracks. */
export async function describeTracks(path: string) {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const tracks = await input.getTracks();
  const { title } = await input.getMetadataTags();
  return {
    format: (await input.getFormat()).name,
    title,
    tracks: await Promise.all(
      tracks.map(async track => ({
        type: track.type,
        codec: await track.getCodec(),
        language: await track.getLanguageCode(),
        channels: track.isAudioTrack() ? await track.getNumberOfChannels() : undefined,
        rotation: track.isVideoTrack() ? await track.getRotation() : undefined,
      })),
    ),
  };
}

/** A track as ffprobe describes it. */
export interface ProbedTrack {
  readonly codec_type: string;
  readonly codec_name: string;
  readonly duration?: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly disposition: Readonly<Record<string, number>>;
}

/** All tracks as ffprobe describes them; undefined where it is not installed. */
export async function probeTracks(path: string): Promise<readonly ProbedTrack[] | undefined> {
  const args = ['-v', 'error', '-show_streams', '-of', 'json', path];
  const probed = await runFile('ffprobe', args).catch(unlessMissing);
  return probed && JSON.parse(probed.stdout).streams;
}

export const decodedRateHz = 48_000;

/**
 * One of a file's sounds from the file's beginning on, at 48 kHz, in one channel: decoded by FFmpeg, or by our reader
 * where it is not installed.
 */
export async function decodeTrack(path: string, index = 0): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', path, '-map', `0:a:${index}`, '-af', 'aresample=async=1:first_pts=0'];
  const out = ['-f', 'f32le', '-ac', '1', '-ar', String(decodedRateHz), '-'];
  const options = { encoding: 'buffer', maxBuffer: 2 ** 30 } as const;
  const heard = await runFile('ffmpeg', [...args, ...out], options).catch(unlessMissing);
  if (!heard) return decodeByReader(path, index);
  const { buffer, byteOffset, byteLength } = heard.stdout;
  return new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
}

async function decodeByReader(path: string, index: number): Promise<Float32Array> {
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS });
  const track = (await input.getAudioTracks())[index];
  if (!track) throw new Error(`${path} has no sound ${index}.`);
  // As in players: a late beginning is the beginning, and what lies before 0 is skipped, but for MPEG-TS whose clock restarts.
  const first = await input.getFirstTimestamp();
  const beginning = (await input.getFormat()) === MPEG_TS ? first : Math.max(0, first);
  const seconds = (await track.computeDuration()) - beginning;
  const whole = new Float32Array(Math.ceil((seconds + 1) * decodedRateHz));
  for await (const sample of new AudioSampleSink(track).samples()) {
    using open = sample;
    const samples = new Float32Array(open.numberOfFrames);
    open.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    const start = Math.round((open.timestamp - beginning) * decodedRateHz);
    for (const [at, value] of samples.entries())
      whole[start + Math.round((at * decodedRateHz) / open.sampleRate)] = value;
  }
  return whole;
}

/** FFmpeg's complaints about a file; empty if there are none, undefined where it is not installed. */
export async function listComplaints(path: string): Promise<string | undefined> {
  const probed = await runFile('ffprobe', ['-v', 'warning', '-show_streams', path]).catch(unlessMissing);
  if (!probed) return undefined;
  const args = [
    '-v',
    'warning',
    '-i',
    path,
    '-map',
    '0:v',
    '-map',
    '0:a?',
    '-c:v',
    'copy',
    '-f',
    'null',
    '-',
  ];
  const decoded = await runFile('ffmpeg', args);
  return probed.stderr + decoded.stderr;
}

/** Tracks as the FFmpeg sees them that is installed with the product, and the texts of the subtitles as they are coded. */
export async function readByLibrary(path: string) {
  await using demuxer = await Demuxer.open(path);
  const tracks = demuxer.streams.map(({ codecpar, disposition }) => ({
    type: avGetMediaTypeString(codecpar.codecType) ?? '',
    codec: avGetCodecName(codecpar.codecId) ?? '',
    isDescription: (disposition & AV_DISPOSITION_VISUAL_IMPAIRED) !== 0,
  }));
  const texts: string[] = [];
  for await (const packet of demuxer.packets()) {
    const isText = packet && tracks[packet.streamIndex]?.type === 'subtitle';
    if (isText) texts.push(packet.data?.toString() ?? '');
  }
  return { tracks, texts };
}

/** A subtitle track as FFmpeg reads it, in WebVTT; undefined where it is not installed. */
export async function readSubtitleTrack(path: string, index = 0): Promise<string | undefined> {
  const args = ['-v', 'error', '-i', path, '-map', `0:s:${index}`, '-f', 'webvtt', '-'];
  return (await runFile('ffmpeg', args).catch(unlessMissing))?.stdout;
}

/** Loudness (LUFS) and true peak (dBTP) of a sound, measured by FFmpeg; undefined where it is not installed. */
export async function measureLoudness(path: string, index = 0) {
  const filter = 'ebur128=peak=true:framelog=verbose';
  const args = [
    '-hide_banner',
    '-nostats',
    '-i',
    path,
    '-map',
    `0:a:${index}`,
    '-af',
    filter,
    '-f',
    'null',
    '-',
  ];
  const measured = await runFile('ffmpeg', args).catch(unlessMissing);
  if (!measured) return undefined;
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(-?[\\d.]+) (?:LUFS|dBFS)`).exec(measured.stderr)?.[1]);
  return { lufs: read('I'), peakDb: read('Peak') };
}

export function unlessMissing(error: { readonly code?: unknown }): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The level of a tone in a part of a sound at {@link decodedRateHz}, in dB (Goertzel's algorithm). */
export function measureTone(sound: Float32Array, hz: number, fromSeconds: number, toSeconds: number): number {
  const part = sound.subarray(Math.round(fromSeconds * decodedRateHz), Math.round(toSeconds * decodedRateHz));
  let real = 0;
  let imaginary = 0;
  for (const [at, sample] of part.entries()) {
    // A window function, to exclude other frequencies.
    const weight = 1 - Math.cos((2 * Math.PI * at) / part.length);
    real += weight * sample * Math.cos((2 * Math.PI * hz * at) / decodedRateHz);
    imaginary += weight * sample * Math.sin((2 * Math.PI * hz * at) / decodedRateHz);
  }
  return 20 * Math.log10((2 * Math.hypot(real, imaginary)) / part.length);
}

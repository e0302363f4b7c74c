import {
  BufferSource,
  BufferTarget,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { makeClip } from './make-clip.ts';

/** Small files whose index says 160 × 96 while their frames are 15,872 × 15,872, 1 GB each when decoded. */

const bombSidePixels = 15_872;

/** H.264 that is huge from the first frame on. */
export function makeHugeH264(): Promise<Uint8Array<ArrayBuffer>> {
  return rewriteH264(config => ({ ...config, description: describeAvc(config) }));
}

/** H.264 that becomes huge at its second key frame. */
export function makeH264ThatGrows(): Promise<Uint8Array<ArrayBuffer>> {
  return rewriteH264(
    config => config,
    (data, keyIndex, config) =>
      keyIndex < 1
        ? data
        : join([lengthPrefixed(enlargeSps(readSps(config))), lengthPrefixed(readPps(config)), data]),
  );
}

/** VP9 whose key frames are 65,536 pixels wide and high. */
export async function makeHugeVp9(): Promise<Uint8Array<ArrayBuffer>> {
  const file = await makeClip({ container: 'mkv', codec: 'vp9' });
  // A key frame's header: 2 bits of marker, profile and flags, three bytes of sync, 4 bits of colour, then both sizes.
  for (let start = 0; start < file.length - 12; start++) {
    const isSync = file[start + 1] === 0x49 && file[start + 2] === 0x83 && file[start + 3] === 0x42;
    if (!isSync) continue;
    file[start + 4] = (file[start + 4] ?? 0) | 0x0f;
    file.fill(0xff, start + 5, start + 8);
    file[start + 8] = (file[start + 8] ?? 0) | 0xf0;
  }
  return file;
}

async function rewriteH264(
  changeConfig: (config: VideoDecoderConfig) => VideoDecoderConfig,
  changeKey: (data: Uint8Array, keyIndex: number, config: VideoDecoderConfig) => Uint8Array = data => data,
): Promise<Uint8Array<ArrayBuffer>> {
  const input = new Input({ source: new BufferSource(await makeClip()), formats: [MP4, MATROSKA] });
  const track = await input.getPrimaryVideoTrack();
  const config = await track?.getDecoderConfig();
  if (!track || !config) throw new Error('The clip has no picture.');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  let keyIndex = -1;
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.type === 'key') keyIndex++;
    const data = packet.type === 'key' ? changeKey(packet.data, keyIndex, config) : packet.data;
    await source.add(packet.clone({ data }), { decoderConfig: changeConfig(config) });
  }
  await output.finalize();
  input.dispose();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

function readSps(config: VideoDecoderConfig): Uint8Array {
  const record = new Uint8Array(config.description as Uint8Array);
  const length = ((record[6] ?? 0) << 8) | (record[7] ?? 0);
  return record.slice(8, 8 + length);
}

function readPps(config: VideoDecoderConfig): Uint8Array {
  const record = new Uint8Array(config.description as Uint8Array);
  const start = 8 + readSps(config).length + 3;
  const length = ((record[start - 2] ?? 0) << 8) | (record[start - 1] ?? 0);
  return record.slice(start, start + length);
}

/** The clip's decoder configuration record with an enlarged sequence parameter set. */
function describeAvc(config: VideoDecoderConfig): Uint8Array {
  const record = new Uint8Array(config.description as Uint8Array);
  const old = readSps(config);
  const sps = enlargeSps(old);
  const length = Uint8Array.from([sps.length >> 8, sps.length & 255]);
  return join([record.slice(0, 6), length, sps, record.slice(8 + old.length)]);
}

/** The clip's own sequence parameter set (ITU-T H.264, 7.3.2.1.1) with another size; all else must fit its slices. */
function enlargeSps(sps: Uint8Array): Uint8Array {
  const bits = [...dropGuards(sps.subarray(4))].flatMap(byte => [...byte.toString(2).padStart(8, '0')]);
  let at = 0;
  const skipExp = () => {
    const zeros = bits.indexOf('1', at) - at;
    at += 2 * zeros + 1;
  };
  skipExp(); // its id
  for (let field = 0; field < 3; field++) skipExp(); // chroma and both bit depths, in the high profiles
  at += 2; // no lossless, no scaling lists
  for (let field = 0; field < 4; field++) skipExp(); // frame_num, order of pictures (two), reference pictures
  at += 1;
  const sizeStart = at;
  skipExp();
  skipExp();
  const size = toExp(bombSidePixels / 16 - 1);
  const enlarged = [...bits.slice(0, sizeStart), ...size, ...size, ...bits.slice(at)].join('');
  const bytes = enlarged.match(/.{1,8}/g)?.map(byte => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [];
  return Uint8Array.from([...sps.subarray(0, 4), ...addGuards(bytes)]);
}

/** Exp-Golomb code of a number, as bits. */
function toExp(value: number): string[] {
  const code = (value + 1).toString(2);
  return [...code.padStart(2 * code.length - 1, '0')];
}

/** Without the emulation prevention bytes. */
function dropGuards(bytes: Uint8Array): Uint8Array {
  return bytes.filter((byte, index) => !(byte === 3 && bytes[index - 1] === 0 && bytes[index - 2] === 0));
}

function addGuards(bytes: readonly number[]): number[] {
  const escaped: number[] = [];
  for (const byte of bytes) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3);
    escaped.push(byte);
  }
  return escaped;
}

function lengthPrefixed(unit: Uint8Array): Uint8Array {
  return join([Uint8Array.from([0, 0, unit.length >> 8, unit.length & 255]), unit]);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

import {
  Decoder,
  Demuxer,
  Encoder,
  type FFAudioEncoder,
  type FFVideoEncoder,
  FilterAPI,
  Muxer,
  type Packet,
  type Stream,
} from 'node-av';

export interface OlderCoders {
  readonly picture: FFVideoEncoder;
  readonly sound: FFAudioEncoder;
  /** FFmpeg's name; `yuv420p` when left out. */
  readonly pixelFormat?: string;
}

/** Encodes a video with old codecs, into the format of the file name's ending. */
export async function recodeOlderFile(fromPath: string, path: string, coders: OlderCoders): Promise<void> {
  await using input = await Demuxer.open(fromPath);
  await using output = await Muxer.open(path);
  const ways = new Map<number, Way>();
  const add = async (
    stream: Stream | undefined,
    coder: FFVideoEncoder | FFAudioEncoder,
    filter: string,
    bitrate: string,
  ) => {
    if (stream) ways.set(stream.index, await makeWay(stream, { coder, filter, bitrate }, output));
  };
  await add(input.video(), coders.picture, `fps=25,format=${coders.pixelFormat ?? 'yuv420p'}`, '800k');
  await add(input.audio(), coders.sound, 'aformat=sample_rates=44100:channel_layouts=stereo', '128k');
  for await (const packet of input.packets()) {
    if (!packet) break;
    using open = packet;
    await ways.get(open.streamIndex)?.(open);
  }
  for (const way of ways.values()) await way(null);
}

/** Accepts packets; null at their end. */
type Way = (packet: Packet | null) => Promise<void>;

interface WayOptions {
  readonly coder: FFVideoEncoder | FFAudioEncoder;
  readonly filter: string;
  readonly bitrate: string;
}

async function makeWay(stream: Stream, options: WayOptions, output: Muxer): Promise<Way> {
  const filter = FilterAPI.create(options.filter);
  const decoder = await Decoder.create(stream);
  const { bitrate } = options;
  const encoder = await Encoder.create(options.coder, {
    filter,
    bitrate,
    autoResample: true,
    autoFormat: true,
  });
  const place = output.addStream(encoder, { inputStream: stream });
  return async packet => {
    const filtered = [];
    for (const frame of await decoder.decodeAll(packet)) filtered.push(...(await filter.processAll(frame)));
    if (!packet) filtered.push(...(await filter.processAll(null)));
    for (const frame of packet ? filtered : [...filtered, null])
      for (const coded of await encoder.encodeAll(frame)) await output.writePacket(coded, place);
  };
}

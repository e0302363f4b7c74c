import { Demuxer, Muxer } from 'node-av';

/** Copies the coded streams of a file into an older format, by the ending of its name. */
export async function makeOlderFile(fromPath: string, path: string): Promise<void> {
  await using input = await Demuxer.open(fromPath);
  // MPEG-TS codec tags mean nothing elsewhere.
  for (const { codecpar } of input.streams) codecpar.codecTag = 0;
  await using output = await Muxer.open(path);
  const places = new Map(input.streams.map(stream => [stream.index, output.addStream(stream)]));
  for await (const packet of input.packets()) {
    if (!packet) break;
    using open = packet;
    await output.writePacket(open, places.get(open.streamIndex) ?? 0);
  }
}

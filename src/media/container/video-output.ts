import {
  type AudioCodec,
  type AudioTrackMetadata,
  type BaseTrackMetadata,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  type MetadataTags,
  MkvOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  StreamTarget,
  type StreamTargetChunk,
  type SubtitleTrackMetadata,
  TextSubtitleSource,
  type VideoCodec,
  type VideoTrackMetadata,
  WebMOutputFormat,
} from 'mediabunny';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { escapeVtt, printCue, type ShownCue } from '#shared/script/write-subtitles.ts';
import { encodeText, joinBytes, readNumber32 } from './iso-boxes.ts';
import {
  elementIds,
  fillRoom,
  findNode,
  elementIds as ids,
  listNodes,
  makeElement,
  type Node,
  toText,
} from './matroska-elements.ts';
import { findLanguageTag } from './tracks.ts';
import type { FilePiece, VideoContainer, VideoFile } from './video-file.ts';

export interface PacketSink<Config> {
  /** @param packet with its time in the finished video; in decoding order, starting with a key frame */
  add(packet: EncodedPacket, decoderConfig: Config): Promise<void>;
  close(): void;
}

/** Writes coded packets as a video. An MP4 is not fragmented and has its index at the end: about 100 MB of memory an hour. */
export class VideoOutput {
  readonly #output: Output;
  readonly #file: VideoFile;
  readonly #container: VideoContainer;
  readonly #subtitles: { readonly text: string; readonly source: TextSubtitleSource }[] = [];
  #place: FilePiece | undefined;
  /** What mediabunny writes otherwise, for the end. */
  readonly #pieces: FilePiece[] = [];
  readonly #subtitleNumbers = new Set<number>();
  #tracks = 0;
  readonly descriptions = new Set<number>();

  constructor(file: VideoFile, container: VideoContainer) {
    this.#file = file;
    this.#container = container;
    this.#output = new Output({ format: this.#createFormat(container), target: createTarget(file) });
  }

  /** Tracks are added before `start`. */
  addVideoTrack(codec: VideoCodec, metadata: VideoTrackMetadata): PacketSink<VideoDecoderConfig> {
    const source = new EncodedVideoPacketSource(codec);
    this.#output.addVideoTrack(source, metadata);
    this.#tracks += 1;
    return {
      add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
      close: () => source.close(),
    };
  }

  addAudioTrack(codec: AudioCodec, metadata: AudioTrackMetadata): PacketSink<AudioDecoderConfig> {
    const source = new EncodedAudioPacketSource(codec);
    this.#output.addAudioTrack(source, this.#leaveRoom(metadata));
    this.#tracks += 1;
    if (metadata.disposition?.visuallyImpaired) this.descriptions.add(this.#tracks);
    return {
      add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
      close: () => source.close(),
    };
  }

  /** Of WebM and Matroska. */
  addSubtitles(cues: readonly ShownCue[], metadata: SubtitleTrackMetadata): void {
    const text = composeSubtitles(cues, this.#container);
    const source = new TextSubtitleSource('webvtt');
    this.#output.addSubtitleTrack(source, this.#leaveRoom(metadata));
    this.#subtitles.push({ text, source });
    this.#tracks += 1;
    this.#subtitleNumbers.add(this.#tracks);
  }

  /** @param tags title, artist and so on; of Matroska and WebM the room for parts that replace them after `finish` */
  async start(tags: MetadataTags | { readonly roomBytes: number }): Promise<void> {
    const isRoom = 'roomBytes' in tags;
    this.#output.setMetadataTags(isRoom ? { raw: { ROOM: new Uint8Array(tags.roomBytes) } } : tags);
    await this.#output.start();
    for (const { text, source } of this.#subtitles) {
      await source.add(text);
      source.close();
    }
  }

  /** Writes the rest. @returns the index at the end of an MP4; the tags of another container, which are room */
  async finish(): Promise<FilePiece> {
    await this.#output.finalize();
    for (const { data, position } of this.#pieces) await this.#file.write(data, position);
    if (!this.#place) throw new Error('The file has no index or tags.');
    return this.#place;
  }

  /** Stops writing; the caller discards the file. No effect after the end. */
  async cancel(): Promise<void> {
    if (this.#output.state !== 'finalized') await this.#output.cancel().catch(() => {});
  }

  /** Not in WebM, which has no BCP 47 tags. */
  #leaveRoom<Metadata extends BaseTrackMetadata>(metadata: Metadata): Metadata {
    const { name, languageCode = '' } = metadata;
    if (this.#container !== 'mkv' || name === undefined || !findLanguageTag(languageCode)) return metadata;
    return { ...metadata, name: name + languageRoom };
  }

  #createFormat(container: VideoContainer): OutputFormat {
    const onSegmentHeader = (data: Uint8Array, position: number) => {
      this.#place = findTags(data, position);
      this.#pieces.push(...composeLanguages(data, position), ...composeCodecs(data, position, container));
    };
    const onCluster = (data: Uint8Array, position: number) => {
      this.#pieces.push(...composeBlockHeads(data, position, this.#subtitleNumbers));
    };
    if (container === 'webm') return new WebMOutputFormat({ onSegmentHeader, onCluster });
    if (container === 'mkv') return new MkvOutputFormat({ onSegmentHeader });
    return new Mp4OutputFormat({
      fastStart: false,
      onMoov: (data, position) => {
        this.#place = { data: Uint8Array.from(data), position };
      },
    });
  }
}

/** The tags are the last element before the pictures, and zeros are in them: up to megabytes, skipped by the first byte of the id. */
function findTags(header: Uint8Array, position: number): FilePiece {
  const findFirst = (from: number) => header.lastIndexOf(elementIds.tags >>> 24, from);
  let at = findFirst(header.length - 4);
  while (readNumber32(header, at) !== elementIds.tags) at = findFirst(at - 1);
  return { data: Uint8Array.from(header.subarray(at)), position: position + at };
}

export interface TrackWriter {
  /** End of the written part in seconds; negative before the first piece. */
  readonly reachedSeconds: number;
  /** Writes the next piece. @returns false if none was left */
  writeNext(): Promise<boolean>;
  close(): Promise<void>;
}

/** Continues the track farthest behind, so that a second of each is buffered at most. @throws CodedError `client_closed` */
export async function writeInterleaved(
  writers: readonly TrackWriter[],
  { signal, noteSeconds }: { readonly signal: AbortSignal; readonly noteSeconds: (seconds: number) => void },
): Promise<void> {
  let open = [...writers];
  while (open.length > 0) {
    requireNotCancelled(signal);
    const behind = open.reduce((last, each) => (each.reachedSeconds < last.reachedSeconds ? each : last));
    if (await behind.writeNext()) noteSeconds(Math.max(0, behind.reachedSeconds));
    else open = open.filter(each => each !== behind);
  }
}

/** Size of one write: large enough for a disk; mediabunny holds up to three. */
const chunkBytes = 2 * 1024 ** 2;

/** Target for mediabunny, which also closes it on cancelling and so must not keep the file itself. */
function createTarget(file: VideoFile): StreamTarget {
  const stream = new WritableStream<StreamTargetChunk>({
    write: ({ data, position }) => file.write(data, position),
  });
  return new StreamTarget(stream, { chunked: true, chunkSize: chunkBytes });
}

/** mediabunny writes no BCP 47 tags: padding of a name, which is replaced by one. */
const languageRoom = '\0'.repeat(40);

/** The languages of tracks as BCP 47 tags (RFC 9559, 5.1.4.1.20), for names that end with {@link languageRoom}. */
function composeLanguages(header: Uint8Array, position: number): FilePiece[] {
  return listTracks(header).flatMap(track => {
    const name = findNode(track, ids.name);
    const tag = findLanguageTag(toText(findNode(track, ids.language)));
    if (!tag || !new TextDecoder().decode(name).endsWith(languageRoom)) return [];
    const headBytes = name.length < 127 ? 3 : 4;
    const at = name.byteOffset - header.byteOffset - headBytes;
    const named = makeElement(ids.name, encodeText(toText(name)));
    const labels = joinBytes([named, makeElement(ids.languageTag, encodeText(tag))]);
    return [{ data: fillRoom(labels, headBytes + name.length), position: position + at }];
  });
}

/**
 * mediabunny writes subtitles as `S_TEXT/WEBVTT`, which FFmpeg does not read, and which WebM has not. WebM gets its own WebVTT, Matroska
 * plain text, which every player reads: their codecs are replaced in room that is left for them.
 */
const codecs = { webm: 'D_WEBVTT/SUBTITLES', mkv: 'S_TEXT/UTF8' } as const;
const replacedCodec = 'S_TEXT/WEBVTT';
/** In the header, which becomes the codec's data. */
const codecRoom = '.'.repeat(40);
/** In place of two line ends: a block of WebM begins with the name and the settings of its cue, each in a row, here empty. */
const blockMark = '\u0001\u0001';
/** A block's track number, time and flags. */
const blockHeadBytes = 4;

/** WebVTT for mediabunny, which becomes the blocks of {@link codecs}. */
function composeSubtitles(cues: readonly ShownCue[], container: VideoContainer): string {
  const clean = container === 'webm' ? escapeVtt : (row: string) => row.replaceAll('-->', '→');
  const mark = container === 'webm' ? blockMark : '';
  const printed = cues.map(({ rows: [first = '', ...rows], ...times }) =>
    printCue({ ...times, rows: [mark + first, ...rows] }, '.', clean),
  );
  return [`WEBVTT ${codecRoom}\n`, ...printed].join('\n');
}

function composeCodecs(header: Uint8Array, position: number, container: VideoContainer): FilePiece[] {
  if (container === 'mp4') return [];
  return listTracks(header).flatMap(track => {
    const codec = findNode(track, ids.codec);
    const data = findNode(track, ids.codecPrivate);
    if (toText(codec) !== replacedCodec || data.length < codecRoom.length) return [];
    // The data follows; the id and the size of the codec are a byte each.
    const at = codec.byteOffset - 2;
    const room = data.byteOffset + data.length - at;
    const written = makeElement(ids.codec, encodeText(codecs[container]));
    return [{ data: fillRoom(written, room), position: position + at - header.byteOffset }];
  });
}

/** @param numbers of the tracks with subtitles, of a WebM */
function composeBlockHeads(cluster: Uint8Array, position: number, numbers: ReadonlySet<number>): FilePiece[] {
  if (numbers.size === 0) return [];
  return listNodes(findNode(listNodes(cluster), ids.cluster)).flatMap(({ id, content }) => {
    const block = id === ids.blockGroup ? findNode(listNodes(content), ids.block) : new Uint8Array();
    if (!numbers.has((block[0] ?? 0) & 0x7f)) return [];
    const at = block.byteOffset - cluster.byteOffset + blockHeadBytes;
    return [{ data: encodeText('\n\n'), position: position + at }];
  });
}

function listTracks(header: Uint8Array): Node[][] {
  const tracks = findNode(listNodes(findNode(listNodes(header), ids.segment)), ids.tracks);
  return listNodes(tracks).map(({ content }) => listNodes(content));
}

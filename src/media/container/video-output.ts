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
  type SubtitleTrackMetadata,
  TextSubtitleSource,
  type VideoCodec,
  type VideoTrackMetadata,
  WebMOutputFormat,
} from 'mediabunny';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { ShownCue } from '#shared/script/write-subtitles.ts';
import { readNumber32 } from './iso-boxes.ts';
import { elementIds } from './matroska-elements.ts';
import {
  composeBlockHeads,
  composeCodecs,
  composeLanguages,
  composeSubtitles,
  languageRoom,
} from './patch-matroska.ts';
import { findLanguageTag } from './track-language.ts';
import { createTarget, type FilePiece, type VideoContainer, type VideoFile } from './video-file.ts';

/** Receives the coded packets of one track. */
export interface PacketSink<Config> {
  /** @param packet with its time in the finished video; in decoding order, starting with a key frame */
  add(packet: EncodedPacket, decoderConfig: Config): Promise<void>;
  close(): void;
}

/** Subtitles for WebM and Matroska. */
export interface SubtitleTrack {
  readonly cues: readonly ShownCue[];
  readonly metadata: SubtitleTrackMetadata;
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
  /** The numbers of the tracks that are audio descriptions. */
  readonly descriptions = new Set<number>();

  constructor(file: VideoFile, container: VideoContainer) {
    this.#file = file;
    this.#container = container;
    this.#output = new Output({ format: this.#createFormat(container), target: createTarget(file) });
  }

  /** Only before `start`. */
  addVideoTrack(codec: VideoCodec, metadata: VideoTrackMetadata): PacketSink<VideoDecoderConfig> {
    const source = new EncodedVideoPacketSource(codec);
    this.#output.addVideoTrack(source, metadata);
    this.#tracks += 1;
    return {
      add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
      close: () => source.close(),
    };
  }

  /** Only before `start`. */
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

  /** Only before `start`. */
  addSubtitles({ cues, metadata }: SubtitleTrack): void {
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
  /** Frees its source. */
  close(): Promise<void>;
}

/**
 * Interleaves tracks, always continuing the one farthest behind, so that at most a second of each is buffered.
 * @throws CodedError `client_closed` when the signal fires; errors of a writer
 */
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

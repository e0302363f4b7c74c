import {
  type AudioCodec,
  type AudioTrackMetadata,
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
import { createTarget, type FilePiece, type VideoContainer, type VideoFile } from './video-file.ts';

/** Where the coded packets of one track go. */
export interface PacketSink<Config> {
  /** @param packet with its time in the finished video; in the order in which they are decoded, from a key one on */
  add(packet: EncodedPacket, decoderConfig: Config): Promise<void>;
  /** Nothing more is added. */
  close(): void;
}

/** Subtitles as WebVTT, for WebM and Matroska. */
export interface SubtitleTrack {
  readonly text: string;
  readonly metadata: SubtitleTrackMetadata;
}

/** Writes coded packets as a video. An MP4 is not fragmented, and its index stands at its end: about 100 MB of memory an hour. */
export class VideoOutput {
  readonly #output: Output;
  #subtitles: { readonly text: string; readonly source: TextSubtitleSource } | undefined;
  #moov: FilePiece | undefined;

  constructor(file: VideoFile, container: VideoContainer) {
    this.#output = new Output({ format: this.#createFormat(container), target: createTarget(file) });
  }

  /** Only before the start. */
  addVideoTrack(codec: VideoCodec, metadata: VideoTrackMetadata): PacketSink<VideoDecoderConfig> {
    const source = new EncodedVideoPacketSource(codec);
    this.#output.addVideoTrack(source, metadata);
    return {
      add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
      close: () => source.close(),
    };
  }

  /** Only before the start. */
  addAudioTrack(codec: AudioCodec, metadata: AudioTrackMetadata): PacketSink<AudioDecoderConfig> {
    const source = new EncodedAudioPacketSource(codec);
    this.#output.addAudioTrack(source, metadata);
    return {
      add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
      close: () => source.close(),
    };
  }

  /** Only before the start, and once. */
  addSubtitles({ text, metadata }: SubtitleTrack): void {
    const source = new TextSubtitleSource('webvtt');
    this.#output.addSubtitleTrack(source, metadata);
    this.#subtitles = { text, source };
  }

  /** @param tags title, artist and the like */
  async start(tags: MetadataTags): Promise<void> {
    this.#output.setMetadataTags(tags);
    await this.#output.start();
    await this.#subtitles?.source.add(this.#subtitles.text);
    this.#subtitles?.source.close();
  }

  /** Writes what is left. @returns the index of an MP4, as it stands at the end of the file; else undefined */
  async finish(): Promise<FilePiece | undefined> {
    await this.#output.finalize();
    return this.#moov;
  }

  /** Ends the writing; the file is for others to discard. Does nothing after the end. */
  async cancel(): Promise<void> {
    if (this.#output.state !== 'finalized') await this.#output.cancel().catch(() => {});
  }

  #createFormat(container: VideoContainer): OutputFormat {
    if (container === 'webm') return new WebMOutputFormat();
    if (container === 'mkv') return new MkvOutputFormat();
    return new Mp4OutputFormat({
      fastStart: false,
      onMoov: (data, position) => {
        this.#moov = { data: Uint8Array.from(data), position };
      },
    });
  }
}

/** Writes one track of a file, a piece at a time. */
export interface TrackWriter {
  /** Until when it is written, in seconds; before the first piece, less than 0. */
  readonly reachedSeconds: number;
  /** Writes the next piece; what is left with the last. @returns false when none was left */
  writeNext(): Promise<boolean>;
  /** Frees what it reads from. */
  close(): Promise<void>;
}

/**
 * Writes tracks side by side, always the one that is farthest behind, so that no more than a second of any of them is kept and
 * what is seen and heard together lies together.
 * @throws CodedError `client_closed` when the signal fires; what a writer throws
 */
export async function writeInStep(
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

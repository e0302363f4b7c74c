import {
  type AudioCodec,
  type AudioTrackMetadata,
  EncodedAudioPacketSource,
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
import { boxHeadBytes, joinBytes, number32, number64 } from './iso-boxes.ts';
import { joinMovies, type MoviePart } from './join-movies.ts';
import { OutputTrack, type PacketSink } from './output-track.ts';
import { createTarget, type FilePiece, type VideoContainer, type VideoFile } from './video-file.ts';

/**
 * A section of an MP4 is at least as long. mediabunny (1.61) keeps an object for each coded piece of a file that it writes, 40 MB
 * an hour, and makes its list of contents of ten times as many, 80 MB: each section is a file to it, and their lists are joined.
 */
const usualSectionSeconds = 60;

export interface VideoOutputOptions {
  readonly container: VideoContainer;
  /** A section of an MP4 ends before the first key picture after as many seconds; else the file is one section. */
  readonly sectionSeconds?: number;
}

/** Subtitles as WebVTT, for a file that is one section. */
export interface SubtitleTrack {
  readonly text: string;
  readonly metadata: SubtitleTrackMetadata;
}

/** Writes coded pieces as a video: an ordinary file in the end, with no more memory than a section of it takes. */
export class VideoOutput {
  readonly #file: VideoFile;
  readonly #container: VideoContainer;
  #sectionSeconds: number;
  readonly #tracks: Pick<OutputTrack<unknown>, 'connect' | 'start' | 'firstSeconds'>[] = [];
  #subtitles: SubtitleTrack | undefined;
  #tags: MetadataTags = {};
  readonly #parts: MoviePart[] = [];
  #output: Output | undefined;
  /** Where the section begins in the file, and when. */
  #position = 0;
  #startSeconds = 0;
  /** Of the file: what stands before all pieces. */
  #headBytes = 0;
  /** Of the section that ended last, where it was written. */
  #moov: FilePiece | undefined;

  constructor(file: VideoFile, { container, sectionSeconds = usualSectionSeconds }: VideoOutputOptions) {
    this.#file = file;
    this.#container = container;
    this.#sectionSeconds = container === 'mp4' ? sectionSeconds : Number.POSITIVE_INFINITY;
  }

  /** Only before the start; sections begin with key pictures of this track. */
  addVideoTrack(codec: VideoCodec, metadata: VideoTrackMetadata): PacketSink<VideoDecoderConfig> {
    const track = new OutputTrack<VideoDecoderConfig>((output, first) => {
      const source = new EncodedVideoPacketSource(codec);
      output.addVideoTrack(source, { ...metadata, ...first });
      return {
        add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
        close: () => source.close(),
      };
    });
    this.#tracks.push(track);
    return {
      add: async (packet, decoderConfig) => {
        const isLong = packet.timestamp - this.#startSeconds >= this.#sectionSeconds;
        if (isLong && packet.type === 'key') await this.#beginSection(packet.timestamp);
        await track.add(packet, decoderConfig);
      },
      close: () => track.close(),
    };
  }

  /** Only before the start. */
  addAudioTrack(codec: AudioCodec, metadata: AudioTrackMetadata): PacketSink<AudioDecoderConfig> {
    // Each of its samples is a piece: their list is short as it is, and of another kind.
    if (codec.startsWith('pcm')) this.#sectionSeconds = Number.POSITIVE_INFINITY;
    const track = new OutputTrack<AudioDecoderConfig>((output, first) => {
      const source = new EncodedAudioPacketSource(codec);
      output.addAudioTrack(source, { ...metadata, ...first });
      return {
        add: (packet, decoderConfig) => source.add(packet, { decoderConfig }),
        close: () => source.close(),
      };
    });
    this.#tracks.push(track);
    return track;
  }

  addSubtitles(subtitles: SubtitleTrack): void {
    this.#subtitles = subtitles;
  }

  /** @param tags title, artist and the like */
  start(tags: MetadataTags): Promise<void> {
    this.#tags = tags;
    return this.#startSection();
  }

  /** Writes what is left. @returns the list of contents of an MP4, as it stands at the end of the file; else undefined */
  async finish(): Promise<FilePiece | undefined> {
    await this.#finishSection();
    if (!this.#moov || this.#parts.length < 2) return this.#moov;
    const { position } = this.#moov;
    const moov = { data: joinMovies(this.#parts), position };
    await this.#file.write(moov.data, position);
    await this.#file.write(makeLargeHead('mdat', position - this.#headBytes), this.#headBytes);
    return moov;
  }

  /** Ends the writing; the file is for others to discard. Does nothing after the end. */
  async cancel(): Promise<void> {
    if (this.#output && this.#output.state !== 'finalized') await this.#output.cancel().catch(() => {});
  }

  async #startSection(): Promise<void> {
    this.#output = new Output({
      format: this.#createFormat(),
      target: createTarget(this.#file, this.#position),
    });
    for (const track of this.#tracks) track.connect(this.#output);
    const subtitles = this.#subtitles && { ...this.#subtitles, source: new TextSubtitleSource('webvtt') };
    if (subtitles) this.#output.addSubtitleTrack(subtitles.source, subtitles.metadata);
    this.#output.setMetadataTags(this.#tags);
    await this.#output.start();
    for (const track of this.#tracks) track.start();
    await subtitles?.source.add(subtitles.text);
    subtitles?.source.close();
  }

  #createFormat(): OutputFormat {
    if (this.#container === 'webm') return new WebMOutputFormat();
    if (this.#container === 'mkv') return new MkvOutputFormat();
    return new Mp4OutputFormat({
      fastStart: false,
      onFtyp: data => {
        this.#headBytes ||= data.length;
      },
      onMoov: (data, position) => {
        this.#moov = { data: Uint8Array.from(data), position: this.#position + position };
      },
    });
  }

  async #finishSection(): Promise<void> {
    await this.#output?.finalize();
    if (!this.#moov) return;
    const firstSeconds = new Map(
      this.#tracks.flatMap((track, index) =>
        track.firstSeconds === undefined ? [] : [[index + 1, track.firstSeconds]],
      ),
    );
    const moov = this.#moov.data.subarray(boxHeadBytes);
    this.#parts.push({ moov, position: this.#position, firstSeconds });
  }

  /** The next section is written over the list of contents of the one before. */
  async #beginSection(startSeconds: number): Promise<void> {
    await this.#finishSection();
    this.#position = this.#moov?.position ?? 0;
    this.#startSeconds = startSeconds;
    await this.#startSection();
  }
}

/**
 * The head of a box that may be longer than 4 GiB. Where a section's own head stood, which counts 16 bytes for it; the heads of
 * later sections lie between the pieces, where nothing points at them.
 */
function makeLargeHead(kind: string, bytes: number): Uint8Array<ArrayBuffer> {
  return joinBytes([number32(1), new TextEncoder().encode(kind), number64(bytes)]);
}

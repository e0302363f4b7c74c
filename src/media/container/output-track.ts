import type { EncodedPacket, Output } from 'mediabunny';

/** Where the coded pieces of one track go. */
export interface PacketSink<Config> {
  /** @param packet with its time in the finished video; in the order in which they are decoded, from a key one on */
  add(packet: EncodedPacket, decoderConfig: Config): Promise<void>;
  /** Nothing more is added. */
  close(): void;
}

/** What the first piece of a track told of all. */
export interface FirstPiece<Config> {
  readonly decoderConfig: Config;
  readonly primingPacket: EncodedPacket;
}

/** Adds a track to a section of a file. */
export type ConnectTrack<Config> = (
  output: Output,
  first: FirstPiece<Config> | undefined,
) => PacketSink<Config>;

/** A track of a video that is written in sections. */
export class OutputTrack<Config> {
  readonly #connect: ConnectTrack<Config>;
  #sink: PacketSink<Config> | undefined;
  #isClosed = false;
  #first: FirstPiece<Config> | undefined;
  #firstSeconds: number | undefined;

  constructor(connect: ConnectTrack<Config>) {
    this.#connect = connect;
  }

  /** When the first of its pieces in this section is heard or seen; undefined while there are none. */
  get firstSeconds(): number | undefined {
    return this.#firstSeconds;
  }

  connect(output: Output): void {
    this.#sink = this.#connect(output, this.#first);
    this.#firstSeconds = undefined;
  }

  /** After the section was started, which has to be told of what is closed already. */
  start(): void {
    if (this.#isClosed) this.#sink?.close();
  }

  async add(packet: EncodedPacket, decoderConfig: Config): Promise<void> {
    this.#first ??= { decoderConfig, primingPacket: packet };
    this.#firstSeconds ??= packet.timestamp;
    await this.#sink?.add(packet, decoderConfig);
  }

  close(): void {
    this.#isClosed = true;
    this.#sink?.close();
  }
}

/** The coder in WebAssembly that lies within the package; vite.config.ts says where. What it returns stands in its `bridge.c`. */
declare module '@mediabunny/aac-encoder/coder' {
  /** FFmpeg's coder of AAC. Addresses are in bytes of the heap. */
  interface Ffmpeg {
    /** Taken anew for each use: it is another one when the memory has grown. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    /** @returns 0 where it cannot be made */
    _init_encoder(channelCount: number, sampleRateHz: number, bitsPerSecond: number): number;
    _get_encoder_frame_size(coder: number): number;
    _get_encoder_extradata(coder: number): number;
    _get_encoder_extradata_size(coder: number): number;
    /** @returns where interleaved samples are to be put, 0 without memory */
    _get_encode_input_ptr(coder: number, bytes: number): number;
    /** @returns less than 0 where it failed */
    _send_frame(coder: number, startSamples: bigint): number;
    /** @returns how many bytes the next packet has, 0 without one, less than 0 where it failed */
    _receive_packet(coder: number): number;
    _get_encoded_data(coder: number): number;
    _get_encoded_duration(coder: number): number;
    _flush_encoder_start(coder: number): void;
    _close_encoder(coder: number): void;
  }

  /** Built for `require`: its one function lies under `default`. */
  const coderModule: { readonly default: () => Promise<Ffmpeg> };
  export default coderModule;
}

/** The WebAssembly encoder inside the package; vite.config.ts has its path, its `bridge.c` the return values. */
declare module '@mediabunny/aac-encoder/coder' {
  /** FFmpeg's AAC encoder. Addresses are byte offsets in the heap. */
  interface Ffmpeg {
    /** Read it anew for each use: growing memory replaces it. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    /** @returns 0 on failure */
    _init_encoder(channelCount: number, sampleRateHz: number, bitsPerSecond: number): number;
    _get_encoder_frame_size(coder: number): number;
    _get_encoder_extradata(coder: number): number;
    _get_encoder_extradata_size(coder: number): number;
    /** @returns the address for interleaved samples, 0 without memory */
    _get_encode_input_ptr(coder: number, bytes: number): number;
    /** @returns less than 0 on failure */
    _send_frame(coder: number, startSamples: bigint): number;
    /** @returns the size of the next packet, 0 without one, less than 0 on failure */
    _receive_packet(coder: number): number;
    _get_encoded_data(coder: number): number;
    _get_encoded_duration(coder: number): number;
    _flush_encoder_start(coder: number): void;
    _close_encoder(coder: number): void;
  }

  /** Built for `require`: its function is under `default`. */
  const coderModule: { readonly default: () => Promise<Ffmpeg> };
  export default coderModule;
}

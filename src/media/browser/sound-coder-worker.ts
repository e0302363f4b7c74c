import coderModule from '@mediabunny/aac-encoder/coder';
import {
  type CodedSound,
  type CoderRequest,
  cutFrames,
  handleRequest,
  type SoundCoder,
  type SoundCoderConfig,
} from '../sound/sound-coder.ts';

// The first message configures the encoder; the others are requests.

let coder: Promise<SoundCoder> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<SoundCoderConfig | CoderRequest>) => {
  if ('codec' in data) coder = createWasmSoundCoder(data);
  else void answer(data);
});

async function answer(question: CoderRequest): Promise<void> {
  try {
    if (!coder) throw new Error('Nothing was said of the sound.');
    const { answer, transferred } = handleRequest(await coder, question);
    self.postMessage(answer, { transfer: transferred });
  } catch (error) {
    self.postMessage({ failure: error instanceof Error ? error.message : String(error) });
  }
}

/**
 * Creates FFmpeg's AAC encoder in WebAssembly, for one or two channels. Its package exchanges two messages per frame, which take
 * longer than encoding (28 × real time instead of 60 for film music, measured): this uses the package's inner encoder directly.
 */
async function createWasmSoundCoder(config: SoundCoderConfig): Promise<SoundCoder> {
  const { channelCount, sampleRateHz, bitsPerSecond } = config;
  const ffmpeg = await coderModule.default();
  const coder = requireGiven(ffmpeg._init_encoder(channelCount, sampleRateHz, bitsPerSecond));
  const frameSize = ffmpeg._get_encoder_frame_size(coder);
  const copyOut = (at: number, bytes: number) => ffmpeg.HEAPU8.slice(at, at + bytes);
  let coded = 0;

  const receive = (): CodedSound[] => {
    const pieces: CodedSound[] = [];
    for (;;) {
      const bytes = requireDone(ffmpeg._receive_packet(coder));
      if (bytes === 0) return pieces;
      const data = copyOut(ffmpeg._get_encoded_data(coder), bytes);
      pieces.push({ data, samples: ffmpeg._get_encoded_duration(coder) || frameSize });
    }
  };
  const frames = cutFrames({ frameSize, channelCount }, channels => {
    const at = requireGiven(ffmpeg._get_encode_input_ptr(coder, 4 * frameSize * channelCount));
    const interleaved = new Float32Array(ffmpeg.HEAPU8.buffer, at, frameSize * channelCount);
    for (const [index, samples] of channels.entries())
      for (let sample = 0; sample < frameSize; sample++)
        interleaved[sample * channelCount + index] = samples[sample] as number;
    requireDone(ffmpeg._send_frame(coder, BigInt(coded)));
    coded += frameSize;
    return receive();
  });
  return {
    description: copyOut(ffmpeg._get_encoder_extradata(coder), ffmpeg._get_encoder_extradata_size(coder)),
    add: frames.add,
    finish() {
      const last = frames.finish();
      ffmpeg._flush_encoder_start(coder);
      return [...last, ...receive()];
    },
    close: () => ffmpeg._close_encoder(coder),
  };
}

function requireGiven(address: number): number {
  if (address === 0) throw new Error('The coder got no memory.');
  return address;
}

function requireDone(result: number): number {
  if (result < 0) throw new Error(`The coder failed: ${result}.`);
  return result;
}

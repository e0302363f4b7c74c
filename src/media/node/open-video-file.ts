import { open, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { FilePathSource, Logging, LogLevel } from 'mediabunny';
import { AV_LOG_QUIET, Log } from 'node-av';
import { type OpenVideo, openKnownFormat, type VideoLimits } from '../container/open-video.ts';
import type { FileBytes } from '../container/video-file.ts';
import { registerSpeechModel } from '../speech/speech-model.ts';
import './register-coders.ts';

registerSpeechModel(readSpeechModel);
// A damaged file is reported as one error, not as lines on stderr.
Log.setLevel(AV_LOG_QUIET);
Logging.level = LogLevel.Silent;

/**
 * Opens a video on disk and registers FFmpeg's native decoders. Import it only in a process that may crash: a decoding child of the
 * server, the command line, a test; never in the server itself.
 * @throws CodedError as {@link openKnownFormat}
 */
export async function openVideoFile(path: string, limits: VideoLimits): Promise<OpenVideo & Disposable> {
  const video = await withFileBytes(path, file => openKnownFormat(file, new FilePathSource(path), limits));
  return { ...video, [Symbol.dispose]: () => video.close() };
}

export async function withFileBytes<Result>(
  path: string,
  work: (bytes: FileBytes) => Promise<Result>,
): Promise<Result> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (start: number, end: number) => {
    const bytes = new Uint8Array(end - start);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.subarray(0, bytesRead);
  };
  return await work({ size, read });
}

export function readSpeechModel(): Promise<Uint8Array> {
  return readFile(fileURLToPath(import.meta.resolve('@ricky0123/vad-web/dist/silero_vad_v6.onnx')));
}

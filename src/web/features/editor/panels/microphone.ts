import { CodedError } from '#shared/errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import { recordingMessages as messages } from '#shared/messages/recording.ts';

export interface Microphone {
  readonly deviceId: string | undefined;
  /** All that the person may choose from; browsers name them once one is allowed. */
  readonly devices: readonly MediaDeviceInfo[];
  /** The peak of the last moment, 0 to 1. */
  readLevel(): number;
  record(): { stop(): Promise<Blob> };
  close(): void;
}

/** Asks for the microphone. @throws {CodedError} */
export async function openMicrophone(deviceId?: string): Promise<Microphone> {
  if (!isSecureContext) throw refuse(messages.insecure);
  if (!('mediaDevices' in navigator) || !('MediaRecorder' in window)) throw refuse(messages.unsupported);
  const stream = await askFor(deviceId);
  const devices = await navigator.mediaDevices.enumerateDevices();
  const context = new AudioContext();
  void context.resume().catch(() => {});
  const analyser = new AnalyserNode(context, { fftSize: 1024 });
  new MediaStreamAudioSourceNode(context, { mediaStream: stream }).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    deviceId: stream.getAudioTracks()[0]?.getSettings().deviceId,
    devices: devices.filter(({ kind }) => kind === 'audioinput'),
    readLevel() {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
    record: () => record(stream),
    close() {
      for (const track of stream.getTracks()) track.stop();
      void context.close();
    },
  };
}

async function askFor(deviceId: string | undefined): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      audio: {
        ...(deviceId !== undefined && { deviceId: { exact: deviceId } }),
        channelCount: 1,
        // One's own voice, as it is: its loudness is matched afterwards.
        echoCancellation: false,
        autoGainControl: false,
      },
    });
  } catch (error) {
    throw refuse(chooseSentence(error), error);
  }
}

function refuse(message: Message, cause?: unknown): CodedError {
  return new CodedError('unavailable', { message: fill(message), cause });
}

/** https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia names the errors. */
function chooseSentence(error: unknown): Message {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return messages.refused;
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? messages.noMicrophone : messages.inUse;
}

function record(stream: MediaStream) {
  const recorder = new MediaRecorder(stream);
  const pieces: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data));
  const ended = new Promise<Blob>(resolve =>
    recorder.addEventListener('stop', () => resolve(new Blob(pieces, { type: recorder.mimeType }))),
  );
  recorder.start();
  return {
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return ended;
    },
  };
}

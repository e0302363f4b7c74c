import type { OfflineRecognizerResult } from 'sherpa-onnx-node';
import type { SherpaTask } from '../sherpa/serve-tasks.ts';

/** A sound to transcribe, with sherpa-onnx's `OfflineRecognizerConfig`. */
export interface HearingTask extends SherpaTask {
  /** The same for the language of this sound. */
  readonly configNow: object;
  readonly mp3: Uint8Array;
  /** What is beyond is not heard. */
  readonly maxSeconds: number;
}

/** What is heard in a window of the sound, in seconds of the window. */
export interface HeardWindow {
  readonly startSeconds: number;
  readonly durationSeconds: number;
  readonly result: OfflineRecognizerResult;
}

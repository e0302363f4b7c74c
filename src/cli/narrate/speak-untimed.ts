import { createReadStream } from 'node:fs';
import type { SpeechEngine } from '#engines/ports.ts';
import { cutLines } from '#media/mix/cut-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { convertToVoice, type VoiceRequest } from '#narration/convert-to-voice.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { reportStatus } from './report-status.ts';
import { withCancellation } from './with-cancellation.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

/**
 * Speaks a script without times, sentence by sentence.
 * @param keptPath temporary file for its mp3
 * @throws CodedError as `convertToVoice` and `writeWholeFile`
 */
export async function speakUntimed(
  engine: SpeechEngine,
  request: VoiceRequest,
  keptPath: string,
  signal: AbortSignal,
): Promise<SpokenNarration> {
  const cues: SpokenCue[] = [];
  let durationSeconds = 0;
  const parts = await convertToVoice(engine, request, signal);
  async function* passSound() {
    for await (const part of parts) {
      if ('mp3' in part) yield part.mp3;
      else if ('cue' in part) cues.push(part.cue);
      else if ('unspoken' in part)
        reportStatus(`Line ${part.unspoken.line}: ${describeUnspoken(part.unspoken.text)}`);
      else durationSeconds = part.seconds;
    }
  }
  await writeWholeFile(keptPath, passSound(), signal);
  const readMp3 = () => createReadStream(keptPath);
  const readSound = () => withCancellation(decodeMp3(readMp3()), signal);
  return {
    readMp3,
    cues,
    durationSeconds,
    readSound,
    readLines: () => cutLines(readSound(), cues),
  };
}

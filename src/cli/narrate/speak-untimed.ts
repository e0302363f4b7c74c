import { createReadStream } from 'node:fs';
import type { SpeechEngine } from '#engines/ports.ts';
import { cutLines } from '#media/cut-lines.ts';
import { decodeMp3 } from '#media/decode-mp3.ts';
import { convertToVoice, type VoiceRequest } from '#narration/convert-to-voice.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { tell } from './tell.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

/**
 * Speaks a script without times, sentence after sentence, and writes the mp3.
 * @throws CodedError as `convertToVoice` and `writeWholeFile`
 */
export async function speakUntimed(
  engine: SpeechEngine,
  request: VoiceRequest,
  outPath: string,
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
        tell(`Line ${part.unspoken.line}: ${describeUnspoken(part.unspoken.text)}`);
      else durationSeconds = part.seconds;
    }
  }
  const mp3Bytes = await writeWholeFile(outPath, passSound());
  const readSound = () => decodeMp3(createReadStream(outPath));
  return {
    script: request.script,
    mp3Bytes,
    cues,
    durationSeconds,
    readSound,
    readLines: () => cutLines(readSound(), cues),
  };
}

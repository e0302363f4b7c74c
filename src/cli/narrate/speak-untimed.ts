import { createReadStream } from 'node:fs';
import { cutLines } from '#media/mix/cut-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { convertLinesToVoice } from '#narration/convert-lines-to-voice.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import type { Language } from '#shared/languages.ts';
import { joinText, type Narration } from '#shared/narration/project.ts';
import type { VoicedNarration } from '#shared/narration/voiced-lines.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { describeUnspoken } from '#shared/script/unspoken.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import type { Speakers } from './choose-speakers.ts';
import { reportStatus } from './report-status.ts';
import { withCancellation } from './speak-timed.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

interface UntimedSpeaking extends Pick<Speakers, 'getSpeaker'> {
  readonly narration: Narration;
  readonly voiced: VoicedNarration;
  /** Lines have something of their own, and follow one another with pauses. */
  readonly isByLine: boolean;
  readonly language: Language;
  readonly reportsCues: boolean;
}

/**
 * Speaks a script without times.
 * @param keptPath temporary file for its mp3
 * @throws CodedError as `convertToVoice`, `convertLinesToVoice` and `writeWholeFile`
 */
export async function speakUntimed(
  speaking: UntimedSpeaking,
  keptPath: string,
  signal: AbortSignal,
): Promise<SpokenNarration> {
  const cues: SpokenCue[] = [];
  const manifests: Uint8Array[] = [];
  let durationSeconds = 0;
  const parts = await startSpeaking(speaking, signal);
  async function* passSound() {
    for await (const part of parts) {
      if ('mp3' in part) {
        addManifests(manifests, part.manifests);
        yield part.mp3;
      } else if ('cue' in part) cues.push(part.cue);
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
    manifests,
    durationSeconds,
    readSound,
    readLines: () => cutLines(readSound(), cues),
  };
}

function startSpeaking(
  { narration, voiced, getSpeaker, isByLine, language: { name: language }, reportsCues }: UntimedSpeaking,
  signal: AbortSignal,
): Promise<AsyncIterable<SpeechPart>> {
  const { pronunciations } = voiced;
  if (isByLine) {
    const lines = narration.lines.map(({ text }, index) => {
      const line = voiced.lines[index] ?? voiced;
      return { ...line, startSeconds: 0, text, speaker: getSpeaker(line) };
    });
    return convertLinesToVoice({ lines, language, pronunciations }, signal);
  }
  const { speech, voice } = getSpeaker(voiced);
  const request = { script: joinText(narration.lines), voice, language, pronunciations, reportsCues };
  return convertToVoice(speech, request, signal);
}

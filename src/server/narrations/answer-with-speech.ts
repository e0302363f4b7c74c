import type { SpeechLine } from '#shared/api/speech-line.ts';
import { type SpeechPart, takeMp3 } from '#shared/speech.ts';
import { acceptsLines, answerWithLines } from '../http/answer-with-progress.ts';
import { answerWithSound } from '../http/answer-with-sound.ts';
import type { Reply, Request } from '../http/app-types.ts';

/** Answers with lines of which each holds a piece of the sound or a sentence's time, when the request accepts them; else with the sound. */
export async function answerWithSpeech(
  request: Request,
  reply: Reply,
  parts: AsyncIterable<SpeechPart>,
): Promise<Reply> {
  if (!acceptsLines(request)) return await answerWithSound(reply, takeMp3(parts));
  return await answerWithLines(request, reply, toLines(parts));
}

async function* toLines(parts: AsyncIterable<SpeechPart>): AsyncGenerator<SpeechLine> {
  for await (const part of parts)
    yield 'mp3' in part ? { mp3: Buffer.from(part.mp3).toString('base64') } : part;
}

import { CodedError } from '#shared/errors.ts';
import type { WrittenPiece } from '../provider/pass-sentences.ts';
import { readAnswer } from '../provider/written-text.ts';
import { type ChatAccess, type ChatQuestion, noteTokens, openAt } from './ask-chat.ts';
import { completionChunkSchema, requireNotDeclined, type TokenUsage } from './chat-answer.ts';
import { toFields, toStreamFields } from './chat-habits.ts';
import type { ChosenModel } from './model-choice.ts';
import type { Sent } from './send-chat.ts';
import { filterThoughts } from './thoughts.ts';

/** What is known of a streamed answer so far. */
interface Progress {
  model: string;
  usage: TokenUsage;
  ending: WrittenPiece['ending'];
  hasText: boolean;
}

/**
 * Asks for an answer as it is written, without what the model thinks. One that ends without saying why was cut on its way. A model
 * that spent its tokens on thinking is asked once more with more of them, which is remembered.
 * @throws what the SDK throws, and CodedError
 */
export async function* streamChat(
  access: ChatAccess,
  question: ChatQuestion,
  wished?: ChosenModel,
): AsyncGenerator<WrittenPiece> {
  const sent = await send(access, question, wished);
  const progress: Progress = { model: sent.chosen.name, usage: undefined, ending: undefined, hasText: false };
  try {
    for await (const text of readTexts(sent, progress, () => access.sender.expectThought(sent))) {
      progress.hasText ||= text.trim() !== '';
      if (text !== '') yield { text };
    }
  } finally {
    noteTokens(access, question, progress.model, progress.usage);
  }
  if (progress.ending === 'cut' && !progress.hasText && access.sender.allowMore(sent))
    yield* streamChat(access, question, sent.chosen);
  else yield { text: '', ending: progress.ending };
}

async function send(
  { connection, sender }: ChatAccess,
  { messages, signal }: ChatQuestion,
  wished?: ChosenModel,
) {
  return await sender.send(
    signal,
    ({ chosen, habits }) =>
      openAt(connection, chosen).chat.completions.create(
        {
          model: chosen.name,
          messages,
          ...toFields(habits),
          ...toStreamFields(habits, connection.isVendor),
          stream: true,
        },
        { signal },
      ),
    wished,
  );
}

/** What each event adds. @param onLeak when it turns out that what was given was thought */
async function* readTexts(
  { answer, habits }: Sent<AsyncIterable<unknown>>,
  progress: Progress,
  onLeak: () => void,
): AsyncGenerator<string> {
  const thoughts = filterThoughts({ startsInside: habits.startsThinking });
  for await (const each of answer) {
    const chunk = readAnswer(completionChunkSchema, each);
    progress.model = chunk.model || progress.model;
    progress.usage = chunk.usage ?? progress.usage;
    const [first] = chunk.choices;
    requireNotDeclined(first?.delta, first?.finish_reason);
    progress.ending = readEnding(first?.finish_reason) ?? progress.ending;
    const text = thoughts.push(first?.delta?.content ?? '');
    if (thoughts.leaked) {
      onLeak();
      throw new CodedError('provider_garbage', {
        message: 'The AI model mixed its thoughts into the script. Please try again.',
      });
    }
    yield text;
  }
  yield thoughts.end();
}

function readEnding(finishReason: string | null | undefined): WrittenPiece['ending'] {
  if (!finishReason) return undefined;
  return finishReason === 'length' ? 'cut' : 'whole';
}

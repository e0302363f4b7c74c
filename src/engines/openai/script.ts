import type { ScriptEngine, ScriptRequest } from '../ports.ts';
import { passSentences, type WrittenPiece } from '../provider/pass-sentences.ts';
import { composeScriptPrompt } from '../provider/script-prompt.ts';
import { readAnswer } from '../provider/written-text.ts';
import { completionChunkSchema, requireNotDeclined } from './chat-answer.ts';
import type { Connection } from './connect.ts';
import { createTokenLimit } from './token-limit.ts';

/** Writes scripts with a streamed chat completion. */
export function createOpenAiScript(
  { providerName, client, mapError }: Connection,
  model: string,
): ScriptEngine {
  const withTokenLimit = createTokenLimit();

  async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
    const { system, user } = composeScriptPrompt(request);
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ];
    try {
      const chunks = await withTokenLimit(limit =>
        client.chat.completions.create(
          { model, messages, ...limit, stream: true },
          { signal: request.signal },
        ),
      );
      yield* passSentences(readPieces(chunks), request);
    } catch (error) {
      throw mapError(error, request.signal);
    }
  }

  return {
    provider: {
      name: providerName,
      isOffline: false,
      receives: 'the description of the pictures, your wish and the language',
    },
    model,
    writeScript,
  };
}

/** What each event adds, and how it ended. */
async function* readPieces(chunks: AsyncIterable<unknown>): AsyncGenerator<WrittenPiece> {
  for await (const chunk of chunks) {
    const [choice] = readAnswer(completionChunkSchema, chunk).choices;
    requireNotDeclined(choice?.delta, choice?.finish_reason);
    yield { text: choice?.delta?.content ?? '', ending: readEnding(choice?.finish_reason) };
  }
}

function readEnding(finishReason: string | null | undefined): WrittenPiece['ending'] {
  if (!finishReason) return undefined;
  return finishReason === 'length' ? 'cut' : 'whole';
}

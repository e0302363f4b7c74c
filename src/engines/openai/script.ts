import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import type { ScriptEngine, ScriptRequest } from '../ports.ts';
import { cleanText } from '../provider/clean-text.ts';
import {
  completionChunkSchema,
  readAnswer,
  requireBounded,
  requireNoRefusal,
  requireNotDeclined,
  requireText,
} from './chat-answer.ts';
import type { Connection } from './connect.ts';
import { composeScriptMessages } from './script-prompt.ts';
import { createTokenLimit } from './token-limit.ts';
import { cutBackToSentences, cutOpenSentence } from './whole-sentences.ts';

/**
 * Writes scripts with a streamed chat completion. Text is passed on sentence by sentence: when the model hits its token
 * limit in the middle of one, that half sentence was never shown, and what was shown is the script.
 */
export function createOpenAiScript(
  { providerName, client, mapError }: Connection,
  model: string,
): ScriptEngine {
  const withTokenLimit = createTokenLimit();

  async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
    const messages = composeScriptMessages(request);
    try {
      const chunks = await withTokenLimit(limit =>
        client.chat.completions.create(
          { model, messages, ...limit, stream: true },
          { signal: request.signal },
        ),
      );
      yield* readSentences(chunks, request);
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

async function* readSentences(
  chunks: AsyncIterable<unknown>,
  { language, signal }: ScriptRequest,
): AsyncGenerator<string> {
  let shown = '';
  let open = '';
  let finishReason: string | null | undefined;
  for await (const chunk of chunks) {
    const [choice] = readAnswer(completionChunkSchema, chunk).choices;
    finishReason = choice?.finish_reason ?? finishReason;
    requireNotDeclined(choice?.delta, finishReason);
    const cut = cutOpenSentence(open + (choice?.delta?.content ?? ''), language.code);
    open = cut.open;
    const sentences = cleanText(cut.whole);
    if (sentences === '') continue;
    shown += sentences;
    requireBounded(shown);
    yield sentences;
  }
  // The SDK ends an aborted stream like a finished one.
  requireNotCancelled(signal);
  if (!finishReason) throw brokenOff();
  const rest = cleanText(open);
  const written = requireText(shown + rest, finishReason);
  requireNoRefusal(written);
  const ending =
    finishReason === 'length' ? cutBackToSentences(written, language.code).slice(shown.length) : rest;
  if (ending !== '') yield ending;
}

/** A stream that ends without saying why was cut on its way. */
function brokenOff(): CodedError {
  return new CodedError('provider_garbage', {
    message: 'The answer of the AI provider broke off in the middle. Please try again.',
  });
}

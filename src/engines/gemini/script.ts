import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { ScriptEngine, ScriptRequest } from '../ports.ts';
import { passSentences, type WrittenPiece } from '../provider/pass-sentences.ts';
import { composeScriptPrompt } from '../provider/script-prompt.ts';
import type { Connection } from './connect.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Turn } from './read-turn.ts';
import { createTextWriter } from './write-text.ts';

/** Writes scripts with a streamed answer. */
export function createGeminiScript(connection: Connection, choice: ModelChoice): ScriptEngine {
  const writeText = createTextWriter(connection, choice);

  async function* writeScript(request: ScriptRequest): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const { system, user } = composeScriptPrompt(request);
    const turns = writeText({ system, parts: [{ text: user }], isStreamed: true, noteUsage, signal });
    yield* passSentences(toPieces(turns), request);
  }

  return {
    provider: {
      name: connection.providerName,
      isOffline: false,
      receives: 'the description of the pictures, your wish and the language',
    },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    writeScript,
  };
}

async function* toPieces(turns: AsyncIterable<Turn>): AsyncGenerator<WrittenPiece> {
  for await (const { text, ending } of turns) {
    if (ending === 'failed')
      throw new CodedError('provider_garbage', { cause: new LoggedCause('ended without a usual reason') });
    yield { text, ending };
  }
}

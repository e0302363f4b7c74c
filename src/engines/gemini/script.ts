import { CodedError, LoggedCause } from '#shared/errors.ts';
import type { ScriptEngine, WritingRequest } from '../ports.ts';
import { passSentences, type WrittenPiece } from '../provider/pass-sentences.ts';
import { writeByPrompt } from '../provider/prompted-script.ts';
import type { ScriptPrompt } from '../provider/script-prompt.ts';
import type { Connection } from './connect.ts';
import type { ModelChoice } from './model-choice.ts';
import type { Turn } from './read-turn.ts';
import { createTextWriter } from './write-text.ts';

export function createGeminiScript(connection: Connection, choice: ModelChoice): ScriptEngine {
  const writeText = createTextWriter(connection, choice);

  async function* write({ system, user }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const { noteUsage, signal } = request;
    const turns = writeText({ system, parts: [{ text: user }], isStreamed: true, noteUsage, signal });
    yield* passSentences(toPieces(turns), request);
  }

  return {
    provider: { name: connection.providerName, isOffline: false },
    get model() {
      return choice.current;
    },
    checkReadiness: choice.checkReadiness,
    ...writeByPrompt(write),
  };
}

async function* toPieces(turns: AsyncIterable<Turn>): AsyncGenerator<WrittenPiece> {
  for await (const { text, ending } of turns) {
    if (ending === 'failed')
      throw new CodedError('provider_garbage', { cause: new LoggedCause('ended without a usual reason') });
    yield { text, ending };
  }
}

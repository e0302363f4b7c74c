import type { ScriptEngine, WritingRequest } from '../ports.ts';
import { passSentences } from '../provider/pass-sentences.ts';
import { writeByPrompt } from '../provider/prompted-script.ts';
import type { ScriptPrompt } from '../provider/script-prompt.ts';
import { type ChatAccess, streamChat } from './chat.ts';
import type { ModelChoice } from './choose-model.ts';

export function createScript(access: ChatAccess, choice: ModelChoice): ScriptEngine {
  const { providerName, mapError } = access.connection;

  async function* write({ system, user }: ScriptPrompt, request: WritingRequest): AsyncGenerator<string> {
    const messages = [
      { role: 'system' as const, content: system },
      { role: 'user' as const, content: user },
    ];
    try {
      yield* passSentences(streamChat(access, { ...request, messages }), request);
    } catch (error) {
      throw mapError(error, request.signal);
    }
  }

  return {
    provider: { name: providerName, isOffline: false },
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
    ...writeByPrompt(write),
  };
}

import type {
  LineRewriteRequest,
  RewriteRequest,
  ScriptEngine,
  ScriptRequest,
  ShortenRequest,
} from '../ports.ts';
import { composeLinePrompt } from '../provider/line-prompt.ts';
import { passSentences } from '../provider/pass-sentences.ts';
import { composeRewritePrompt } from '../provider/rewrite-prompt.ts';
import { composeScriptPrompt, type ScriptPrompt } from '../provider/script-prompt.ts';
import { composeShortenPrompt, composeTimedPrompt } from '../provider/timed-prompt.ts';
import { type ChatAccess, streamChat } from './chat.ts';
import type { ModelChoice } from './choose-model.ts';

/** Writes scripts with a streamed chat completion. */
export function createScript(access: ChatAccess, choice: ModelChoice): ScriptEngine {
  const { providerName, mapError } = access.connection;

  async function* write(
    { system, user }: ScriptPrompt,
    request: ScriptRequest | RewriteRequest | ShortenRequest | LineRewriteRequest,
  ): AsyncGenerator<string> {
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
    provider: {
      name: providerName,
      isOffline: false,
    },
    get model() {
      return choice.model;
    },
    checkReadiness: choice.checkReadiness,
    writeScript: request => write(composeScriptPrompt(request), request),
    canExpand: true,
    rewriteScript: request => write(composeRewritePrompt(request), request),
    writeTimedScript: request => write(composeTimedPrompt(request), request),
    shortenLines: request => write(composeShortenPrompt(request), request),
    rewriteLine: request => write(composeLinePrompt(request), request),
  };
}

import type { DescribedEngine, ScriptEngine, WritingRequest } from '../ports.ts';
import { composeLinePrompt } from './line-prompt.ts';
import { composeRewritePrompt } from './rewrite-prompt.ts';
import { composeScriptPrompt, type ScriptPrompt } from './script-prompt.ts';
import { composeShortenPrompt, composeTimedPrompt } from './timed-prompt.ts';
import { composeTranslationPrompt } from './translate-prompt.ts';

/** The calls of a script engine whose model answers prompts. */
export function writeByPrompt(
  write: (prompt: ScriptPrompt, request: WritingRequest) => AsyncIterable<string>,
): Omit<ScriptEngine, keyof DescribedEngine | 'findChanges'> {
  return {
    canExpand: true,
    writeScript: request => write(composeScriptPrompt(request), request),
    rewriteScript: request => write(composeRewritePrompt(request), request),
    writeTimedScript: request => write(composeTimedPrompt(request), request),
    shortenLines: request => write(composeShortenPrompt(request), request),
    rewriteLine: request => write(composeLinePrompt(request), request),
    translateLines: request => write(composeTranslationPrompt(request), request),
  };
}

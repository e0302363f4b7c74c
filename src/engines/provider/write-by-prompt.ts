import type { DescribedEngine, ScriptEngine, WritingRequest } from '../ports.ts';
import { composeRewritePrompt } from '../prompts/fit-script.ts';
import type { ScriptPrompt } from '../prompts/material.ts';
import { composeScriptPrompt } from '../prompts/narrate.ts';
import { composeTimedPrompt } from '../prompts/narrate-moments.ts';
import { composeLinePrompt } from '../prompts/rewrite-line.ts';
import { composeShortenPrompt } from '../prompts/shorten-lines.ts';
import { composeTranslationPrompt } from '../prompts/translate.ts';

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

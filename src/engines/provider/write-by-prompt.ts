import { engineMessages } from '#shared/messages/engine-errors.ts';
import type { DescribedEngine, ScriptEngine, WritingRequest } from '../ports.ts';
import { composeComparePrompt } from '../prompts/compare.ts';
import { describeVersion } from '../prompts/describe.ts';
import { composeRewritePrompt, fitScriptVersion } from '../prompts/fit-script.ts';
import type { ScriptPrompt } from '../prompts/material.ts';
import { composeScriptPrompt, narrateVersion } from '../prompts/narrate.ts';
import { composeTimedPrompt, narrateMomentsVersion } from '../prompts/narrate-moments.ts';
import { composeLinePrompt, rewriteLineVersion } from '../prompts/rewrite-line.ts';
import { composeShortenPrompt, shortenLinesVersion } from '../prompts/shorten-lines.ts';
import { composeTranslationPrompt, translateVersion } from '../prompts/translate.ts';
import { says } from './failure.ts';

type Write = (prompt: Omit<ScriptPrompt, 'examples'>, request: WritingRequest) => AsyncIterable<string>;

/** The calls of a script engine whose model answers prompts. */
export function writeByPrompt(
  write: Write,
): Omit<ScriptEngine, Exclude<keyof DescribedEngine, 'promptVersions'> | 'findChanges'> {
  const ask = (prompt: ScriptPrompt, request: WritingRequest) => writeWithExamples(write, prompt, request);
  return {
    promptVersions: {
      narrate: narrateVersion,
      narrateMoments: narrateMomentsVersion,
      describe: describeVersion,
      fitScript: fitScriptVersion,
      shortenLines: shortenLinesVersion,
      rewriteLine: rewriteLineVersion,
      translate: translateVersion,
    },
    canExpand: true,
    writeScript: request => ask(composeScriptPrompt(request), request),
    rewriteScript: request => ask(composeRewritePrompt(request), request),
    writeTimedScript: request => ask(composeTimedPrompt(request), request),
    shortenLines: request => ask(composeShortenPrompt(request), request),
    rewriteLine: request => ask(composeLinePrompt(request), request),
    translateLines: request => ask(composeTranslationPrompt(request), request),
    compareTexts: request => ask(composeComparePrompt(request), request),
  };
}

/**
 * Examples stand first, because a server whose context is too small drops text from the start. One that refuses is asked again without
 * them; a refusal is free.
 */
async function* writeWithExamples(
  write: Write,
  { examples, ...prompt }: ScriptPrompt,
  request: WritingRequest,
): AsyncGenerator<string> {
  if (examples === undefined) return yield* write(prompt, request);
  let hasBegun = false;
  try {
    for await (const piece of write({ ...prompt, system: `${examples}\n\n${prompt.system}` }, request)) {
      hasBegun = true;
      yield piece;
    }
  } catch (error) {
    if (hasBegun || !says(error, engineMessages.contextTooSmall, engineMessages.textTooLong)) throw error;
    yield* write(prompt, request);
  }
}

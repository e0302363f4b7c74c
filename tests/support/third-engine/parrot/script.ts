import { z } from 'zod';
import { cleanText } from '#engines/clean-text.ts';
import type { ScriptEngine } from '#engines/ports.ts';
import { CodedError } from '#shared/errors.ts';
import type { Connection } from './connect.ts';

const answerSchema = z.object({ script: z.string().min(1) });

export function createParrotScript({ providerName, post }: Connection, model: string): ScriptEngine {
  return {
    provider: {
      name: providerName,
      isOffline: false,
    },
    model,
    async *writeScript({ analysis, prompt, language, signal }) {
      yield await write('/write', { model, notes: analysis, prompt, language: language.code }, signal);
    },
    canExpand: true,
    async *rewriteScript({ script, prompt, language, change, available, signal }) {
      const body = {
        model,
        script,
        prompt,
        language: language.code,
        change,
        [available.unit]: available.count,
      };
      yield await write('/rewrite', body, signal);
    },
    async *writeTimedScript({ analysis, prompt, language, cuePoints, linesBefore, signal }) {
      const body = {
        model,
        notes: analysis,
        prompt,
        language: language.code,
        moments: cuePoints,
        linesBefore,
      };
      yield await write('/write-timed', body, signal);
    },
    async *shortenLines({ lines, prompt, language, signal }) {
      yield await write('/mend', { model, lines, prompt, language: language.code }, signal);
    },
  };

  function write(path: string, body: object, signal: AbortSignal): Promise<string> {
    return post(path, body, signal, async answer => {
      const read = answerSchema.safeParse(await answer.json());
      if (!read.success) throw new CodedError('provider_garbage');
      return cleanText(read.data.script);
    });
  }
}

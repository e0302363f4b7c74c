import type { Source } from '#shared/api/fields.ts';
import { progressMediaType } from '#shared/api/progress.ts';
import { translationLineSchema } from '#shared/api/translate.ts';
import { maxTranslatedCharacters, maxTranslatedLines } from '#shared/limits.ts';
import { cutLongLines } from '#shared/narration/translations.ts';
import { readAnswerLines, requireResult } from '../../../lib/answer-lines.ts';
import { callWithKey, postJson } from '../../../lib/call-server.ts';
import type { LineToTranslate, TranslateOrder } from '../model/narration-service.ts';

type Report = (line: { readonly id: string; readonly text: string }) => void;

/**
 * Has lines translated, in as many calls as they take, and reports each as it comes.
 * @param path the call of a visitor or of an account
 * @returns who translated
 * @throws {CodedError} the server's problem, or that it could not be reached
 */
export async function postTranslation(
  path: string,
  { lines, ...order }: TranslateOrder,
  report: Report,
): Promise<Source | undefined> {
  for (const { id, text } of lines) if (text.trim() === '') report({ id, text: '' });
  const { pieces, join } = cutLongLines(lines);
  let writer: Source | undefined;
  for (const part of splitIntoCalls(pieces))
    writer = await postPart(path, { lines: part, ...order }, piece => {
      const line = join(piece);
      if (line) report(line);
    });
  return writer;
}

function splitIntoCalls(lines: readonly LineToTranslate[]): LineToTranslate[][] {
  const parts: LineToTranslate[][] = [];
  let characters = 0;
  for (const line of lines) {
    const part = parts.at(-1);
    if (
      !part ||
      part.length === maxTranslatedLines ||
      characters + line.text.length > maxTranslatedCharacters
    ) {
      parts.push([line]);
      characters = 0;
    } else part.push(line);
    characters += line.text.length;
  }
  return parts;
}

async function postPart(
  path: string,
  { signal, prompt, ...order }: TranslateOrder,
  report: Report,
): Promise<Source> {
  const body = { ...order, ...(prompt !== '' && { prompt }) };
  return callWithKey(path, body, async key => {
    const response = await postJson(path, body, { signal, headers: { accept: progressMediaType, ...key } });
    let writer: Source | undefined;
    for await (const answered of readAnswerLines(response, translationLineSchema, signal)) {
      if ('line' in answered) report(answered.line);
      if ('writer' in answered) writer = answered.writer;
    }
    return requireResult(writer);
  });
}

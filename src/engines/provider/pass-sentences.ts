import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { engineMessages } from '#shared/messages/engines.ts';
import { fill } from '#shared/messages/message.ts';
import type { ScriptRequest } from '../ports.ts';
import { cutBackToSentences, cutOpenSentence } from './whole-sentences.ts';
import { cleanText, requireBounded, requireNoRefusal, requireText } from './written-text.ts';

export interface WrittenPiece {
  readonly text: string;
  /** In the last piece that has one; `cut` at the token limit. */
  readonly ending?: 'whole' | 'cut' | undefined;
}

/**
 * Streams a script sentence by sentence: if the model stops at its limit inside one, that half sentence was never shown.
 * @throws CodedError `provider_garbage` for a script that is empty, far too long or broken off, `content_refused` for a refusal in
 * plain English, `client_closed`, and errors of the pieces
 */
export async function* passSentences(
  pieces: AsyncIterable<WrittenPiece>,
  { language, signal }: Pick<ScriptRequest, 'language' | 'signal'>,
): AsyncGenerator<string> {
  let shown = '';
  let open = '';
  let ending: WrittenPiece['ending'];
  for await (const piece of pieces) {
    ending = piece.ending ?? ending;
    const cut = cutOpenSentence(open + piece.text, language.code);
    open = cut.open;
    const sentences = cleanText(cut.whole);
    if (sentences === '') continue;
    shown += sentences;
    requireBounded(shown);
    yield sentences;
  }
  // An SDK may end an aborted stream like a finished one.
  requireNotCancelled(signal);
  if (!ending) throw brokenOff();
  const rest = cleanText(open);
  const written = requireText(shown + rest, ending === 'cut');
  requireNoRefusal(written);
  const last = ending === 'cut' ? cutBackToSentences(written, language.code).slice(shown.length) : rest;
  if (last !== '') yield last;
}

/** A stream without an end reason was broken off. */
function brokenOff(): CodedError {
  return new CodedError('provider_garbage', { message: fill(engineMessages.answerCut) });
}

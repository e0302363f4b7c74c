import type { SpeechEngine, SpeechRequest } from '#engines/ports.ts';
import { wrapSpeech } from '#engines/wrap-engine.ts';
import { type Pronunciation, pickPronunciations, readIpa, respell } from '#shared/pronunciations.ts';

/** Who speaks a line, and how. */
export interface Speaker extends Pick<SpeechRequest, 'voice' | 'manner'> {
  readonly speech: SpeechEngine;
}

/**
 * The engine, told how words of a text are said: it speaks their respelling and, if it takes IPA, gets that of others. What callers
 * report of the text stays as it is written.
 * @param text all that it will be asked to speak
 */
export function withPronunciations(
  speech: SpeechEngine,
  text: string,
  all: readonly Pronunciation[] = [],
): SpeechEngine {
  const picked = pickPronunciations(text, all);
  if (picked.length === 0) return speech;
  const say = (written: string) => respell(written, picked);
  const { findUnread } = speech;
  const speak = (request: SpeechRequest) => {
    const { previousText, nextText } = request;
    return speech.speak({
      ...request,
      text: say(request.text),
      previousText: previousText && say(previousText),
      nextText: nextText && say(nextText),
      ipa: speech.takesIpa ? listIpa(request.text, picked) : undefined,
    });
  };
  return wrapSpeech(speech, speak, {
    maxCharacters: leaveRoom(speech.maxCharacters, text, picked),
    ...(findUnread && { findUnread: (written, language) => findUnread(say(written), language) }),
  });
}

function listIpa(text: string, picked: readonly Pronunciation[]): SpeechRequest['ipa'] {
  return pickPronunciations(text, picked).flatMap(each => {
    const ipa = readIpa(each);
    return ipa === undefined ? [] : [{ term: each.term, ipa }];
  });
}

/** The most that may be written in one request: whatever part of the text it is, its respelling is not too long. */
function leaveRoom(most: number, text: string, picked: readonly Pronunciation[]): number {
  const longer = picked.filter(each => readIpa(each) === undefined && each.say.length > each.term.length);
  if (longer.length === 0) return most;
  const added = respell(text, longer).length - text.length;
  const mostTimes = Math.max(...longer.map(({ say, term }) => say.length / term.length));
  return Math.max(1, most - added, Math.floor(most / mostTimes));
}

import type { OfflineRecognizerResult } from 'sherpa-onnx-node';
import { type LanguageName, languages } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { Heard } from '#shared/transcript/heard.ts';

/** Of a token whose duration is unknown: a frame of the encoder. */
const usualTokenSeconds = 0.08;
/** A pause that ends a segment. */
const pauseSeconds = 1;
const sentenceEnd = /[.!?…。！？]["'”’)]?$/u;
/** Whisper's codes that are not ours. */
const otherCodes: Readonly<Record<string, LanguageName>> = { no: 'Norwegian', nn: 'Norwegian' };

/** What sherpa-onnx's recogniser answers about a window. @param durationSeconds of the window */
export function readResult(result: OfflineRecognizerResult, durationSeconds: number): Heard {
  const { lang, text } = result;
  const language = otherCodes[lang] ?? languages.find(({ code }) => code === lang)?.name;
  const words = readWords(result);
  if (words.length > 0) return { language, segments: joinSentences(words) };
  const segments = readSegments(result, durationSeconds) ?? [
    { text, startSeconds: 0, endSeconds: durationSeconds },
  ];
  return {
    language,
    segments: segments
      .map(segment => ({ ...segment, text: segment.text.trim() }))
      .filter(segment => segment.text !== ''),
  };
}

/** Undefined without times. */
function readSegments(result: OfflineRecognizerResult, durationSeconds: number): SpokenCue[] | undefined {
  const { segment_timestamps: starts = [], segment_durations: durations = [] } = result;
  return result.segment_texts?.map((text, at) => {
    const startSeconds = starts[at] ?? 0;
    const seconds = durations[at] ?? 0;
    // Of the last one it is unknown if it goes on to the end.
    const endSeconds = seconds > 0 ? startSeconds + seconds : (starts[at + 1] ?? durationSeconds);
    return { text, startSeconds, endSeconds };
  });
}

/** None without times. */
function readWords({ tokens, timestamps, durations }: OfflineRecognizerResult): SpokenCue[] {
  const words: SpokenCue[] = [];
  for (const [at, startSeconds] of timestamps.entries()) {
    const token = tokens[at] ?? '';
    const endSeconds = startSeconds + (durations[at] || usualTokenSeconds);
    const before = token.startsWith(' ') ? undefined : words.pop();
    const text = `${before?.text ?? ''}${token.trim()}`;
    words.push({ text, startSeconds: before?.startSeconds ?? startSeconds, endSeconds });
  }
  return words.filter(({ text }) => text !== '');
}

function joinSentences(words: readonly SpokenCue[]) {
  const sentences: SpokenCue[][] = [];
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    const isNew =
      !before || sentenceEnd.test(before.text) || word.startSeconds - before.endSeconds >= pauseSeconds;
    if (isNew) sentences.push([word]);
    else sentences.at(-1)?.push(word);
  }
  return sentences.map(sentence => ({
    text: sentence.map(({ text }) => text).join(' '),
    startSeconds: sentence[0]?.startSeconds ?? 0,
    endSeconds: sentence.at(-1)?.endSeconds ?? 0,
    words: sentence,
  }));
}

import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';

/**
 * For each standard name, the account's default voices to try, first match first; none has a premium name and none is used twice.
 * Every account has had these since 2024 (elevenlabs.io/docs/product-guides/voices/voice-library, "Default voices"); the styles are
 * the vendor's:
 *
 * - `fable`, lively and expressive: Will, a young and relaxed man, or Chris, a casual one.
 * - `alloy`, balanced and clear: River, neutral, or Eric.
 * - `onyx`, deep and calm: Brian, deep and resonant, or Roger.
 * - `nova`, bright and warm: Jessica, or Aria.
 * - `shimmer`, soft and gentle: Sarah, or Alice.
 */
const standardNames: Readonly<Record<StandardVoice, readonly [string, string]>> = {
  fable: ['Will', 'Chris'],
  alloy: ['River', 'Eric'],
  onyx: ['Brian', 'Roger'],
  nova: ['Jessica', 'Aria'],
  shimmer: ['Sarah', 'Alice'],
};

/** Names that an account may use for one of our voices, best first. */
export function listAccountNames(voice: Voice): readonly [string, ...string[]] {
  return isStandardVoice(voice) ? standardNames[voice] : [voice];
}

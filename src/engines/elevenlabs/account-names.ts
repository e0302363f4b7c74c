import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';

/**
 * Which default voices of an account speak for the standard names, the first that is there; none of them bears a premium name, and no
 * two names share one. Every account has had these since 2024 (elevenlabs.io/docs/product-guides/voices/voice-library, "Default
 * voices"); the manners are those that the vendor gives them:
 *
 * - `fable`, lively and expressive: Will, a young and relaxed man, or Chris, a casual one.
 * - `alloy`, balanced and clear: River, who is neither man nor woman, or Eric.
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

/** The names under which an account may have the voice for one of ours, the best first. */
export function listAccountNames(voice: Voice): readonly [string, ...string[]] {
  return isStandardVoice(voice) ? standardNames[voice] : [voice];
}

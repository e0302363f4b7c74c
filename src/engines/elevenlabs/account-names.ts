import { isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';

/**
 * For each standard name, the vendor's default voices to try, first match first; none has a premium name and none is used twice. The
 * styles are the vendor's:
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

/**
 * The default voices expire on 2026-12-31, and accounts made since March 2026 lack them. Their replacements by the vendor:
 * elevenlabs.io/docs/help-center/product/voices/my-voices/what-are-default-voices.
 */
const replacements: Readonly<Record<string, string>> = {
  Roger: 'Darian',
  Sarah: 'Talia',
  Charlie: 'Baxter',
  George: 'Eldrin',
  Callum: 'Kellan',
  River: 'Elowen',
  Harry: 'Kaelen',
  Liam: 'Lawrence',
  Alice: 'Alicia',
  Matilda: 'Maisie',
  Will: 'Warren',
  Jessica: 'Jade',
  Eric: 'Eddie',
  Chris: 'Caleb',
  Brian: 'Sawyer',
  Daniel: 'Finley',
  Lily: 'Florence',
  Bill: 'Wyatt',
};

/** Names that an account may use for one of our voices, best first. */
export function listAccountNames(voice: Voice): readonly [string, ...string[]] {
  const [first, ...others] = isStandardVoice(voice) ? standardNames[voice] : [voice];
  const second = replacements[first];
  return [
    first,
    ...(second ? [second] : []),
    ...others.flatMap(name => [name, replacements[name] ?? []].flat()),
  ];
}

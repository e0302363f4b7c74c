import type { PremiumVoice } from '#shared/premium-voices.ts';
import { allVoices, isStandardVoice, type StandardVoice, type Voice } from '#shared/voices.ts';

/**
 * The 30 voices of the vendor. Their manner in a word: ai.google.dev/gemini-api/docs/speech-generation, "Voice options";
 * women and men: docs.cloud.google.com/text-to-speech/docs/gemini-tts; how high: the voice picker of AI Studio.
 */
type Speaker =
  // Women: soft, high; breezy; bright; easy-going; smooth; clear; mature.
  | 'Achernar'
  | 'Aoede'
  | 'Autonoe'
  | 'Callirrhoe'
  | 'Despina'
  | 'Erinome'
  | 'Gacrux'
  // Women: firm; upbeat; youthful; warm; gentle; bright, higher. Pulcherrima, forward, is neither woman nor man in the picker.
  | 'Kore'
  | 'Laomedeia'
  | 'Leda'
  | 'Pulcherrima'
  | 'Sulafat'
  | 'Vindemiatrix'
  | 'Zephyr'
  // Men: friendly; gravelly; smooth; firm; informative, lower; breathy, lower; excitable, younger; clear, lower.
  | 'Achird'
  | 'Algenib'
  | 'Algieba'
  | 'Alnilam'
  | 'Charon'
  | 'Enceladus'
  | 'Fenrir'
  | 'Iapetus'
  // Men: firm, lower; upbeat; informative; lively, low; knowledgeable; even, lower; easy-going, lower; casual, lower.
  | 'Orus'
  | 'Puck'
  | 'Rasalgethi'
  | 'Sadachbia'
  | 'Sadaltager'
  | 'Schedar'
  | 'Umbriel'
  | 'Zubenelgenubi';

/**
 * Who speaks for the five names of the free plan, by what the catalogue says of them. They are told nothing about how to
 * speak: the vendor advises that most texts need no style.
 */
const standardSpeakers: Readonly<Record<StandardVoice, Speaker>> = {
  fable: 'Puck', // lively, for storytelling: the upbeat man
  alloy: 'Pulcherrima', // balanced and clear, heard as neither man nor woman: so is she in the picker
  onyx: 'Charon', // deep, calm and grave: the informative, lower man
  nova: 'Autonoe', // bright, warm and friendly: the bright woman who is not high
  shimmer: 'Achernar', // soft, gentle and light: the soft, high woman
};

interface Casting {
  readonly speaker: Speaker;
  /** How to speak, where the voice alone does not say it. Short, and without age, gender, name or accent: those make it drift. */
  readonly style?: string;
}

/**
 * Who speaks for each premium name: women for women, men for men, by the mood and the age of its tags, and none who speaks a
 * free name. That leaves 11 women for 14 names and 14 men for 27, so two share one at most; of two that do, one or both are
 * told how to speak, so that they differ in pace or mood.
 */
const premiumCasting: Readonly<Record<PremiumVoice, Casting>> = {
  Charlotte: { speaker: 'Despina', style: 'low and alluring' }, // seductive: smooth
  Domi: { speaker: 'Kore' }, // strong: firm
  Dorothy: { speaker: 'Aoede' }, // pleasant, for children's stories: breezy
  Emily: { speaker: 'Callirrhoe', style: 'calm and slow' }, // calm, for meditation: easy-going
  Freya: { speaker: 'Laomedeia', style: 'overexcited, fast' }, // overhyped: upbeat
  Gigi: { speaker: 'Leda', style: 'playful, like a cartoon' }, // childish: youthful
  Glinda: { speaker: 'Gacrux', style: 'cackling and sly' }, // a witch: mature
  Lily: { speaker: 'Gacrux', style: 'husky, unhurried' }, // raspy, the other mature one
  Grace: { speaker: 'Vindemiatrix' }, // gentle
  Nicole: { speaker: 'Vindemiatrix', style: 'whispering' }, // a whisper: the gentle one
  Matilda: { speaker: 'Sulafat' }, // warm
  Serena: { speaker: 'Sulafat', style: 'light and conversational, brisk' }, // pleasant, interactive: warm, too
  Mimi: { speaker: 'Zephyr', style: 'playful and wide-eyed' }, // childish: the highest bright one
  Rachel: { speaker: 'Erinome' }, // calm, for narration: clear
  Santa: { speaker: 'Sadachbia', style: 'jolly, hearty' }, // jolly and old: lively, low
  Fin: { speaker: 'Sadachbia', style: 'gruff, slow' }, // an old sailor: the same low one
  Adam: { speaker: 'Umbriel', style: 'deep, measured' }, // deep: lower
  James: { speaker: 'Umbriel', style: 'calm and slow' }, // calm and old: easy-going, lower
  Antoni: { speaker: 'Algieba' }, // well-rounded: smooth
  Giovanni: { speaker: 'Algieba', style: 'warm and lilting, slow' }, // an audiobook's foreigner: smooth, too
  Arnold: { speaker: 'Iapetus', style: 'crisp' }, // crisp: clear
  Paul: { speaker: 'Iapetus', style: 'urgent, like live news' }, // a reporter: clear, too
  Bill: { speaker: 'Alnilam' }, // strong: firm
  Patrick: { speaker: 'Alnilam', style: 'shouting' }, // shouty: firm, too
  Callum: { speaker: 'Algenib', style: 'hoarse, quiet' }, // hoarse: gravelly
  Clyde: { speaker: 'Algenib', style: 'gruff and slow, weary' }, // a veteran: gravelly, too
  Charlie: { speaker: 'Zubenelgenubi' }, // casual
  Sam: { speaker: 'Zubenelgenubi', style: 'rough, fast' }, // raspy and young: casual, the rougher one
  Daniel: { speaker: 'Orus', style: 'deep, like evening news' }, // deep, for news: firm, lower
  Josh: { speaker: 'Orus', style: 'deep and slow' }, // deep and young, for narration: the same
  Dave: { speaker: 'Achird' }, // casual, conversational: friendly
  Drew: { speaker: 'Rasalgethi' }, // well-rounded, for news: informative
  Joseph: { speaker: 'Rasalgethi', style: 'urgent, like live news' }, // a reporter: informative, too
  Ethan: { speaker: 'Enceladus', style: 'whispering' }, // a whisper: breathy
  Jessie: { speaker: 'Enceladus', style: 'raspy, gleeful' }, // raspy and old: breathy, lower
  Harry: { speaker: 'Fenrir', style: 'anxious, hesitant' }, // anxious and young: the younger one
  Jeremy: { speaker: 'Fenrir', style: 'excited' }, // excited and young: excitable
  Liam: { speaker: 'Schedar' }, // neutral: even
  George: { speaker: 'Schedar', style: 'raspy, slow' }, // raspy, for narration: even, lower
  Michael: { speaker: 'Sadaltager', style: 'orotund, slow' }, // orotund and old: knowledgeable
  'Doubting Thomas': { speaker: 'Sadaltager', style: 'doubtful' }, // doubtful, for audiobooks: the same
};

/** Who speaks for one of ours, and how. */
export function getCasting(voice: Voice): Casting {
  return isStandardVoice(voice) ? { speaker: standardSpeakers[voice] } : premiumCasting[voice];
}

/** Changes when another of the vendor's voices speaks for one of ours, or in another way. */
export function identifyCasting(): string {
  return allVoices.map(voice => Object.values(getCasting(voice)).join(' ')).join('; ');
}

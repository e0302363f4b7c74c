import { CodedError } from '#shared/errors.ts';
import { type Manner, manners } from '#shared/speech.ts';
import {
  allVoices,
  isStandardVoice,
  type PremiumVoice,
  type StandardVoice,
  type Voice,
} from '#shared/voices.ts';
import type { EngineVoice, SpeechRequest } from '../ports.ts';

/**
 * The vendor's thirty voices with its words for them. Style: ai.google.dev/gemini-api/docs/speech-generation, "Prebuilt voices"; sex:
 * docs.cloud.google.com/text-to-speech/docs/gemini-tts, "Voice options". They speak all its languages.
 */
const women = `
  Zephyr:bright Kore:firm Leda:youthful Aoede:breezy Callirrhoe:easy-going Autonoe:bright
  Despina:smooth Erinome:clear Laomedeia:upbeat Achernar:soft Gacrux:mature Pulcherrima:forward
  Vindemiatrix:gentle Sulafat:warm`;

const men = `
  Puck:upbeat Charon:informative Fenrir:excitable Orus:firm Enceladus:breathy Iapetus:clear
  Umbriel:easy-going Algieba:smooth Algenib:gravelly Rasalgethi:informative Alnilam:firm Schedar:even
  Achird:friendly Zubenelgenubi:casual Sadachbia:lively Sadaltager:knowledgeable`;

export const prebuiltVoices: readonly EngineVoice[] = [
  ...describe('female', women),
  ...describe('male', men),
];

function describe(sex: EngineVoice['sex'], voices: string): EngineVoice[] {
  return voices
    .trim()
    .split(/\s+/u)
    .map(voice => {
      const [name = '', style = ''] = voice.split(':');
      return { id: name, name, sex, languages: [], tags: [style] };
    });
}

/**
 * Voices for the five free names, by their descriptions in our catalogue. Without a style: the vendor advises that most texts need
 * none.
 */
const standardSpeakers: Readonly<Record<StandardVoice, string>> = {
  fable: 'Puck', // lively, for storytelling: upbeat man
  alloy: 'Pulcherrima', // balanced and clear, neutral: neutral in the picker, too
  onyx: 'Charon', // deep, calm and grave: informative, lower man
  nova: 'Autonoe', // bright, warm and friendly: bright woman, not high
  shimmer: 'Achernar', // soft, gentle and light: soft, high woman
};

interface StyledVoice {
  /** One of {@link prebuiltVoices}. Pitch: the voice picker of AI Studio. */
  readonly speaker: string;
  /** Style, where the voice alone is not enough. Short, without age, gender, name or accent: those make the voice drift. */
  readonly style?: string;
}

/**
 * Voices for the premium names: same gender, chosen by mood and age in the name's tags, none used by a free name. 11 women for 14
 * names and 14 men for 27, so at most two share a voice; then one or both have a style, so that they differ in speed or mood.
 */
const premiumVoices: Readonly<Record<PremiumVoice, StyledVoice>> = {
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

/** Styles for our manners, in the vendor's way: a few plain words. */
const mannerStyles: Readonly<Record<Manner, string>> = {
  calm: 'calm, unhurried',
  friendly: 'warm and friendly',
  cheerful: 'cheerful',
  excited: 'excited',
  serious: 'serious, measured',
  sad: 'sad',
  angry: 'angry',
  whispering: 'whispering',
  shouting: 'shouting',
};

/**
 * A preset or one of the vendor's voices, with its style in a manner. A preset keeps its own style beside it, unless that is a manner
 * itself: nobody shouts in a whisper.
 * @throws CodedError `voice_gone`
 */
export function chooseStyledVoice({ voice, manner }: Pick<SpeechRequest, 'voice' | 'manner'>): StyledVoice {
  const { speaker, style } = typeof voice === 'string' ? getStyledVoice(voice) : requirePrebuilt(voice.id);
  if (!manner) return style === undefined ? { speaker } : { speaker, style };
  const isManner = manners.some(each => style?.includes(each));
  const kept = style === undefined || isManner ? [] : [style];
  return { speaker, style: [mannerStyles[manner], ...kept].join('; ') };
}

function requirePrebuilt(id: string): StyledVoice {
  if (prebuiltVoices.some(voice => voice.id === id)) return { speaker: id };
  throw new CodedError('voice_gone', { costsNothing: true });
}

export function getStyledVoice(voice: Voice): StyledVoice {
  return isStandardVoice(voice) ? { speaker: standardSpeakers[voice] } : premiumVoices[voice];
}

/** Changes with the assignment of voices or styles. */
export function identifyStyledVoices(): string {
  return allVoices.map(voice => Object.values(getStyledVoice(voice)).join(' ')).join('; ');
}

import type { EngineVoice } from '../ports.ts';

/**
 * The vendor's thirty voices with its words for them. Style: ai.google.dev/gemini-api/docs/speech-generation, "Prebuilt voices"; sex:
 * docs.cloud.google.com/text-to-speech/docs/gemini-tts, "Voice options". They speak all its languages.
 */
const women = {
  Zephyr: 'bright',
  Kore: 'firm',
  Leda: 'youthful',
  Aoede: 'breezy',
  Callirrhoe: 'easy-going',
  Autonoe: 'bright',
  Despina: 'smooth',
  Erinome: 'clear',
  Laomedeia: 'upbeat',
  Achernar: 'soft',
  Gacrux: 'mature',
  Pulcherrima: 'forward',
  Vindemiatrix: 'gentle',
  Sulafat: 'warm',
};

const men = {
  Puck: 'upbeat',
  Charon: 'informative',
  Fenrir: 'excitable',
  Orus: 'firm',
  Enceladus: 'breathy',
  Iapetus: 'clear',
  Umbriel: 'easy-going',
  Algieba: 'smooth',
  Algenib: 'gravelly',
  Rasalgethi: 'informative',
  Alnilam: 'firm',
  Schedar: 'even',
  Achird: 'friendly',
  Zubenelgenubi: 'casual',
  Sadachbia: 'lively',
  Sadaltager: 'knowledgeable',
};

export const prebuiltVoices: readonly EngineVoice[] = [
  ...describe('female', women),
  ...describe('male', men),
];

function describe(sex: EngineVoice['sex'], styles: Readonly<Record<string, string>>): EngineVoice[] {
  return Object.entries(styles).map(([name, style]) => ({
    id: name,
    name,
    sex,
    languages: [],
    tags: [style],
  }));
}

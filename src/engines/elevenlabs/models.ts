import type { Language } from '#shared/languages.ts';
import type { LanguageSupport } from '../ports.ts';

/**
 * Credits per character: elevenlabs.io/docs/overview/models, "0.5 credits per character" for Flash and Turbo, 1 for the other
 * models named there; elevenlabs.io/v4, "the same credit pricing as other models".
 */
const creditsPerCharacter: readonly (readonly [RegExp, number])[] = [
  [/^eleven_(?:flash|turbo|v4_turbo)(?:_|$)/u, 0.5],
  [/^eleven_(?:multilingual_v[12]|monolingual_v1|v3|v4)(?:_|$)/u, 1],
];

export interface ModelFacts {
  readonly maxCharacters: number;
  /** Whether it accepts the text before and after; models that do not refuse the request. */
  readonly takesContext: boolean;
  /** Whether it accepts a language code; other models detect the language. */
  readonly takesLanguageCode: boolean;
  /** The vendor's codes of its languages; undefined if unknown. */
  readonly languageCodes: ReadonlySet<string> | undefined;
  /** Whether it performs words in square brackets instead of speaking them. */
  readonly performsTags: boolean;
  /** How it takes IPA: between slashes in any language, or as an element of SSML; undefined if it does not. */
  readonly ipa: 'slashes' | 'phonemes' | undefined;
}

/** Source: elevenlabs.io/docs/overview/models, "Models overview". */
const multilingualV2 = readCodes(
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru',
);
const version25 = new Set([...multilingualV2, 'hu', 'no', 'vi']);
const multilingualV1 = readCodes('en fr de hi it pl pt es');
const english = readCodes('en');
/** 74 languages; of ours all but Maori; version 4 has that, and lacks Latvian. Source: the same page, "Supported languages". */
const version3 = readCodes(
  'af ar hy as az be bn bs bg ca ceb ny hr cs da nl en et fil fi fr gl ka de el gu ha he hi hu is id ga it ja jv kn kk ky ko lv ln lt lb mk ms ml zh mr ne no ps fa pl pt pa ro ru sr sd sk sl so es sw sv ta te th tr uk ur vi cy',
);

/** "Which languages does Eleven v4 support?", by name: elevenlabs.io/docs/overview/capabilities/text-to-speech/eleven-v4. */
const version4 = readCodes(
  'af am ar hy as ast az be bn bs bg my yue ca ceb hr cs da nl en et fil fi fr ff gl ka de el gu ha he hi hu is id it ja kn kk ko ky lo ln lt lg lb mk ms ml mt zh mi mr mn ne no oc or ps fa pl pt pa ro ru sr sn sd sk sl so ckb es sw sv tg ta te th tr uk ur uz vi cy wo',
);

function readCodes(codes: string): ReadonlySet<string> {
  return new Set(codes.split(' '));
}

const plain = { takesContext: true, takesLanguageCode: false, performsTags: false, ipa: undefined } as const;
const generation4 = { ...plain, takesLanguageCode: true, performsTags: true, ipa: 'slashes' } as const;

/**
 * Limits: elevenlabs.io/docs/overview/models, "Character limits". Language codes: docs/api-reference/text-to-speech/stream
 * ("not supported for multilingual_v2 models"). Context: the API answers `unsupported_model` to `previous_text` with v3. Tags and
 * IPA: docs/overview/capabilities/text-to-speech/best-practices, "Prompting Eleven v4", "IPA with Eleven v4" and "Phoneme tags";
 * other models skip a word with a phoneme tag.
 */
const models: Readonly<Record<string, ModelFacts>> = {
  eleven_v4: { ...generation4, maxCharacters: 10_000, languageCodes: version4 },
  eleven_v4_turbo: { ...generation4, maxCharacters: 10_000, languageCodes: version4 },
  eleven_v3: {
    ...generation4,
    takesContext: false,
    ipa: undefined,
    maxCharacters: 5000,
    languageCodes: version3,
  },
  eleven_multilingual_v2: { ...plain, maxCharacters: 10_000, languageCodes: multilingualV2 },
  eleven_flash_v2_5: { ...plain, takesLanguageCode: true, maxCharacters: 40_000, languageCodes: version25 },
  eleven_turbo_v2_5: { ...plain, takesLanguageCode: true, maxCharacters: 40_000, languageCodes: version25 },
  eleven_flash_v2: { ...plain, ipa: 'phonemes', maxCharacters: 30_000, languageCodes: english },
  eleven_turbo_v2: { ...plain, ipa: 'phonemes', maxCharacters: 30_000, languageCodes: english },
  eleven_multilingual_v1: { ...plain, maxCharacters: 10_000, languageCodes: multilingualV1 },
  eleven_monolingual_v1: { ...plain, maxCharacters: 10_000, languageCodes: english },
};

/** Safe defaults for a later model: short text, no field that any model refuses. */
const unknownModel = { ...plain, takesContext: false, maxCharacters: 5000, languageCodes: undefined };

/** A preview such as `eleven_v3_preview_2026_01_01` counts as the model whose name it starts with. */
export function getModelFacts(name: string): ModelFacts {
  const known = ['eleven_v4_turbo', 'eleven_v4', 'eleven_v3'].find(start => name.startsWith(start));
  return models[name] ?? models[known ?? ''] ?? unknownModel;
}

export function getLanguageSupport({ languageCodes }: ModelFacts, language: Language): LanguageSupport {
  if (!languageCodes) return { kind: 'unknown' };
  return { kind: languageCodes.has(getVendorCode(language)) ? 'spoken' : 'unlisted' };
}

/** Undefined if the model must detect the language. */
export function getLanguageCode(facts: ModelFacts, language: Language): string | undefined {
  const mayKnow = getLanguageSupport(facts, language).kind !== 'unlisted';
  return facts.takesLanguageCode && mayKnow ? getVendorCode(language) : undefined;
}

/** The vendor's codes for Norwegian and Tagalog differ from BCP-47. */
export function getVendorCode({ code }: Language): string {
  if (code === 'nb') return 'no';
  if (code === 'tl') return 'fil';
  return code;
}

/**
 * Characters that a request is charged for, at the model's rate. The header `character-cost`
 * (elevenlabs.io/docs/api-reference/introduction, "Tracking generation costs") is in credits, and exceeds the text's length for
 * voices with their own price.
 * @param cost the header's value; null without one
 */
export function readBilledCharacters(cost: string | null, model: string, text: string): number {
  const rate = creditsPerCharacter.find(([pattern]) => pattern.test(model))?.[1];
  return rate !== undefined && cost !== null && /^\d{1,9}$/u.test(cost) ? Number(cost) / rate : text.length;
}

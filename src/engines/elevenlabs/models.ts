import type { Language } from '#shared/languages.ts';
import type { LanguageSupport } from '../ports.ts';

/**
 * Credits per character: elevenlabs.io/docs/overview/models, "0.5 credits per character" for Flash and Turbo, 1 for the other
 * models named there.
 */
const creditsPerCharacter: readonly (readonly [RegExp, number])[] = [
  [/^eleven_(?:flash|turbo)_/u, 0.5],
  [/^eleven_(?:multilingual_v[12]|monolingual_v1|v3)(?:_|$)/u, 1],
];

export interface ModelFacts {
  readonly maxCharacters: number;
  /** Whether it accepts the text before and after; models that do not refuse the request. */
  readonly takesContext: boolean;
  /** Whether it accepts a language code; other models detect the language. */
  readonly takesLanguageCode: boolean;
  /** The vendor's codes of its languages; undefined if unknown. */
  readonly languageCodes: ReadonlySet<string> | undefined;
}

/** Source: elevenlabs.io/docs/overview/models, "Models overview". */
const multilingualV2 =
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru'.split(' ');
const version25 = [...multilingualV2, 'hu', 'no', 'vi'];
const multilingualV1 = 'en fr de hi it pl pt es'.split(' ');
/** 74 languages; of ours all but Maori. Source: the same page, "Supported languages". */
const version3 =
  'af ar hy as az be bn bs bg ca ceb ny hr cs da nl en et fil fi fr gl ka de el gu ha he hi hu is id ga it ja jv kn kk ky ko lv ln lt lb mk ms ml zh mr ne no ps fa pl pt pa ro ru sr sd sk sl so es sw sv ta te th tr uk ur vi cy'.split(
    ' ',
  );

function model(
  maxCharacters: number,
  codes: readonly string[] | undefined,
  takes: { context?: boolean; languageCode?: boolean } = {},
): ModelFacts {
  return {
    maxCharacters,
    takesContext: takes.context ?? true,
    takesLanguageCode: takes.languageCode ?? false,
    languageCodes: codes && new Set(codes),
  };
}

/**
 * Limits: elevenlabs.io/docs/overview/models, "Character limits". Language codes: docs/api-reference/text-to-speech/stream
 * ("not supported for multilingual_v2 models"). Context: the API answers `unsupported_model` to `previous_text` with v3.
 */
const models: Readonly<Record<string, ModelFacts>> = {
  // Released 2026-09-28 with "over 90 languages", not listed; it ignores unknown codes.
  eleven_v4: model(10_000, undefined, { languageCode: true }),
  eleven_v4_turbo: model(10_000, undefined, { languageCode: true }),
  eleven_v3: model(5000, version3, { context: false, languageCode: true }),
  eleven_multilingual_v2: model(10_000, multilingualV2),
  eleven_flash_v2_5: model(40_000, version25, { languageCode: true }),
  eleven_turbo_v2_5: model(40_000, version25, { languageCode: true }),
  eleven_flash_v2: model(30_000, ['en']),
  eleven_turbo_v2: model(30_000, ['en']),
  eleven_multilingual_v1: model(10_000, multilingualV1),
  eleven_monolingual_v1: model(10_000, ['en']),
};

/** Safe defaults for a later model: short text, no field that any model refuses. */
const unknownModel = model(5000, undefined, { context: false });

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

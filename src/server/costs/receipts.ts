import { createHmac } from 'node:crypto';
import type { DescribedEngine, EngineStep } from '#engines/ports.ts';
import type { Claim, SigningRequest } from '#shared/api/content-credentials.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { isAlgorithmicVoice } from '#shared/marks/provenance.ts';
import { isSameSecret } from '../http/security.ts';

const validDays = 400;

export type Receipts = ReturnType<typeof createReceipts>;

/**
 * By receipts the server knows, when it signs a file, what of it was made here: each answer that speaks or writes has one, which the page
 * keeps beside sound or text. They are nobody's, and have nothing of a text. Servers with the same secret know each other's.
 */
export function createReceipts(secret: string, now = Date.now) {
  // Receipts of a day are the same, so that a file has few.
  const getDay = () => Math.floor(now() / (24 * 3600 * 1000));
  const describe = (
    step: EngineStep,
    { provider, model }: DescribedEngine,
    translatedInto?: LanguageName,
    spokenIn?: LanguageName,
  ) => ({
    step,
    provider: provider.name,
    model: model?.slice(0, 100),
    translatedInto,
    ...(spokenIn && isAlgorithmicVoice(provider.name, getLanguage(spokenIn).code) && { isAlgorithmic: true }),
    day: getDay(),
  });
  const sign = (made: string) => {
    const signature = createHmac('sha256', secret).update(`receipt ${made}`).digest('base64url');
    return `${Buffer.from(made).toString('base64url')}.${signature}`;
  };
  const read = (text: string): ReturnType<typeof describe> | undefined => {
    const made = Buffer.from(text.split('.', 1)[0] ?? '', 'base64url').toString();
    if (!isSameSecret(text, sign(made))) return undefined;
    const receipt = JSON.parse(made);
    return getDay() - receipt.day > validDays ? undefined : receipt;
  };
  return {
    /** @returns undefined for a text without AI */
    issue: (...made: Parameters<typeof describe>): string | undefined =>
      made[0] === 'script' && made[1].provider.isOffline
        ? undefined
        : sign(JSON.stringify(describe(...made))),
    /** Receipts that are forged, of another server or too old prove nothing. */
    toClaim({ kind, isComposed, receipts }: Pick<SigningRequest, 'kind' | 'isComposed' | 'receipts'>): Claim {
      const known = receipts.flatMap(each => read(each) ?? []);
      const spoken = known.filter(({ step }) => step === 'speech');
      const languages = new Set(known.flatMap(({ translatedInto }) => translatedInto ?? []));
      return {
        kind,
        isComposed,
        isSpoken: spoken.length > 0,
        isAlgorithmic: spoken.length > 0 && spoken.every(({ isAlgorithmic }) => isAlgorithmic === true),
        isWritten: known.some(({ step }) => step === 'script'),
        translatedInto: [...languages].map(language => getLanguage(language).code),
      };
    },
  };
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Made, Vouch } from '#engines/ports.ts';
import type { Claim, SigningRequest } from '#shared/api/content-credentials.ts';
import { getLanguage, languageNames } from '#shared/languages.ts';

const validDays = 400;
const dayMs = 24 * 3600 * 1000;

/** Nobody's: who made what on which day, without any of the text. */
const receiptSchema = z.object({
  did: z.enum(['spoke', 'wrote']),
  provider: z.string(),
  model: z.string().optional(),
  translatedInto: z.enum(languageNames).optional(),
  isDescription: z.boolean().optional(),
  /** Since 1970, UTC: receipts of a day are the same, so that a file has few. */
  day: z.number(),
});

type Receipt = z.infer<typeof receiptSchema>;

/**
 * What the server made, it says when it signs, and nothing else: each answer that speaks or writes has a receipt, which the page keeps
 * beside the text or sound. All servers with the same secret know it.
 */
export class Receipts {
  readonly #key: Buffer;
  readonly #now: () => number;

  constructor(secret: string, now = Date.now) {
    this.#key = createHmac('sha256', secret).update('receipts').digest();
    this.#now = now;
  }

  /** @returns undefined for what is no AI's */
  issue(did: Receipt['did'], { provider, model }: Parameters<Vouch>[0], made: Made = {}): string | undefined {
    if (did === 'wrote' && provider.isOffline) return undefined;
    const names = { provider: provider.name.slice(0, 100), model: model?.slice(0, 100) };
    const isDescription = made.isDescription || undefined;
    const receipt: Receipt = { did, ...names, ...made, isDescription, day: this.#getDay() };
    const body = Buffer.from(JSON.stringify(receipt)).toString('base64url');
    return `${body}.${this.#sign(body)}`;
  }

  /** What a file states of what was made here. Receipts that are forged, of another server or too old prove nothing. */
  toClaim({ kind, isComposed, receipts }: Pick<SigningRequest, 'kind' | 'isComposed' | 'receipts'>): Claim {
    const known = receipts.flatMap(each => this.#read(each) ?? []);
    const languages = known.flatMap(({ translatedInto }) => translatedInto ?? []);
    return {
      kind,
      isComposed,
      isSpoken: known.some(({ did }) => did === 'spoke'),
      text: known.some(({ did }) => did === 'wrote') ? 'ai' : undefined,
      translatedInto: [...new Set(languages)].map(language => getLanguage(language).code),
      isDescription: known.some(({ isDescription }) => isDescription),
    };
  }

  #read(text: string): Receipt | undefined {
    const [body = '', ...rest] = text.split('.');
    const [given, own] = [Buffer.from(rest.join('.')), Buffer.from(this.#sign(body))];
    if (given.length !== own.length || !timingSafeEqual(given, own)) return undefined;
    const receipt = receiptSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    return this.#getDay() - receipt.day > validDays ? undefined : receipt;
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }

  #getDay(): number {
    return Math.floor(this.#now() / dayMs);
  }
}

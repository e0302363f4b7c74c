import { type Manner, manners } from '#shared/manners.ts';

/** A sentence for a model that follows instructions; undefined for no manner. */
export function describeManner(manner: Manner | undefined): string | undefined {
  return manner && `Tone of voice: ${manner}.`;
}

/** What such a model performs. */
export const instructedManners: readonly Manner[] = manners;

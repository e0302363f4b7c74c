/** The five voices that everybody may use, in the specification's order. */
export const standardVoices = ['fable', 'alloy', 'onyx', 'nova', 'shimmer'] as const;

export type StandardVoice = (typeof standardVoices)[number];

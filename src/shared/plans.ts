export const plans = ['standard', 'premium'] as const;

export type Plan = (typeof plans)[number];

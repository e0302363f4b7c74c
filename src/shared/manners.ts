/** How a line is spoken, in our own words. Engines translate them; one that cannot perform a manner speaks plainly. */
export const manners = [
  'calm',
  'friendly',
  'cheerful',
  'excited',
  'serious',
  'sad',
  'angry',
  'whispering',
  'shouting',
] as const;

export type Manner = (typeof manners)[number];

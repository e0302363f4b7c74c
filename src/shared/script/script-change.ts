/** How a script is changed to fit its video. */
export const scriptChanges = ['shorten', 'lengthen'] as const;

export type ScriptChange = (typeof scriptChanges)[number];

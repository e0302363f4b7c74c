/** What can be asked of a script that does not fit its video. */
export const scriptChanges = ['shorten', 'lengthen'] as const;

export type ScriptChange = (typeof scriptChanges)[number];

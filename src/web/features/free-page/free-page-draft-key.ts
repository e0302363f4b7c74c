/** Storage key of a visitor's prompt and script. */
export const freePageDraftKey = 'benshi.free-page';

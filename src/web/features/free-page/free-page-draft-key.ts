/** Under which the free page keeps a visitor's prompt and script for a reload. */
export const freePageDraftKey = 'benshi.free-page';

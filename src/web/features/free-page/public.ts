export { freePageDraftKey } from './free-page-draft-key.ts';
export { HomePage } from './home-page.tsx';

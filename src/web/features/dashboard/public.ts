export { costsQuery } from './cost-note.tsx';
export { getDraftKey } from './dashboard-draft.ts';

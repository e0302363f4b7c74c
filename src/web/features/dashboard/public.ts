export { costsQuery } from './cost-note.tsx';

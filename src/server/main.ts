import { resolveSiblingsDirectly } from './resolve-siblings.ts';

// Before anything else is looked for: what `program.ts` imports is resolved as soon as it is read.
resolveSiblingsDirectly();
await import('./program.ts');

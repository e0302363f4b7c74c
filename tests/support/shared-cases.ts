import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A folder of films and scripts that once failed, which some checkouts have beside them. */
const folder = fileURLToPath(new URL('../../../shared/cases/', import.meta.url));
export const hasSharedCases = existsSync(folder);

export const findSharedCase = (name: string): string => `${folder}${name}`;

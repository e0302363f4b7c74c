import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** An optional folder of videos and scripts that once failed, beside the checkout. */
const folder = fileURLToPath(new URL('../../../shared/cases/', import.meta.url));
export const hasSharedCases = existsSync(folder);

export const findSharedCase = (name: string): string => `${folder}${name}`;

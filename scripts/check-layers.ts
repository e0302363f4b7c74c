// Holds the imports of the repository against the tables of docs/architecture.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findViolations } from './layers/find-violations.ts';
import { readRules } from './layers/read-rules.ts';
import { readSource } from './layers/read-source.ts';

const root = process.argv[2] ?? '.';
const rules = readRules(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
const violations = findViolations(readSource(root), rules);
for (const violation of violations) console.error(`${violation} (docs/architecture.md).`);
process.exitCode = violations.length === 0 ? 0 : 1;

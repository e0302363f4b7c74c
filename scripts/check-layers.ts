// Checks all imports against scripts/layers/rules.ts.
import { findViolations } from './layers/find-violations.ts';
import { readSource } from './layers/read-source.ts';

const violations = findViolations(readSource(process.argv[2] ?? '.'));
for (const violation of violations) console.error(`${violation} (scripts/layers/rules.ts).`);
process.exitCode = violations.length === 0 ? 0 : 1;

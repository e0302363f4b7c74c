// Writes docs/configuration.md from src/server/config: `node scripts/generate-configuration-doc.ts`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '#server/config/config.ts';

/** Where the page is kept. */
export const configurationDoc = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));

/** The page that lists every variable the server reads. */
export function renderConfigurationDoc(): string {
  const rows = Object.entries(settings).map(
    ([name, { defaultText, meaning }]) => `| \`${name}\` | ${defaultText} | ${meaning} |`,
  );
  return `# Configuration

Benshi runs without any. What can be set is set by these variables of the environment; an empty one counts as not set.
They are read once, at the start, and every mistake is reported together, by name.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}

With \`NODE_ENV=production\`, which \`npm start\` sets, keys and passwords that are copied from an example are refused.

This page is generated from \`src/server/config\` by \`node scripts/generate-configuration-doc.ts\`.
`;
}

if (import.meta.main) writeFileSync(configurationDoc, renderConfigurationDoc());

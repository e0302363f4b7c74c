// Writes docs/configuration.md from src/server/config: `node scripts/generate-configuration-doc.ts`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settings } from '#server/config/config.ts';
import type { Setting } from '#server/config/setting.ts';

export const configurationDoc = fileURLToPath(new URL('../docs/configuration.md', import.meta.url));

/** Renders the page that lists every variable the server reads. */
export function renderConfigurationDoc(): string {
  const rows = Object.entries(settings).map(
    ([name, { defaultText, meaning }]) => `| \`${name}\` | ${defaultText} | ${meaning} |`,
  );
  const secrets = Object.entries<Setting<unknown>>(settings).filter(([, { isSecret }]) => isSecret);
  return `# Configuration

Benshi needs no settings. These environment variables change it; an empty one counts as not set. They are read once, at the start.

| variable | default | meaning |
|---|---|---|
${rows.join('\n')}

\`npm start\` sets \`NODE_ENV=production\`, which refuses keys and passwords copied from an example.

## Secrets from files

\`NAME_FILE\` names a file with the value of \`NAME\` by its whole path; a newline at its end is removed. For ${secrets.map(([name]) => `\`${name}\``).join(', ')}. Both together are a mistake.

Generated from \`src/server/config\` by \`node scripts/generate-configuration-doc.ts\`.
`;
}

if (import.meta.main) writeFileSync(configurationDoc, renderConfigurationDoc());

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configurationDoc, renderConfigurationDoc } from '../../scripts/generate-configuration-doc.ts';

test('docs/configuration.md matches the code (else run scripts/generate-configuration-doc.ts)', () => {
  expect(readFileSync(configurationDoc, 'utf8')).toBe(renderConfigurationDoc());
});

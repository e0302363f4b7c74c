import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The secret of a data folder: made at the first start, read at all others. Whoever loses it signs everybody out.
 * @param folder is locked for this process, so that no other one makes another secret meanwhile
 */
export async function readOrMakeSecret(folder: string): Promise<string> {
  const path = join(folder, 'auth-secret');
  const known = await readFile(path, 'utf8').catch(() => '');
  if (known !== '') return known;
  const secret = randomBytes(32).toString('base64url');
  // Written beside and renamed, so that a crash leaves either none or a whole one.
  await writeFile(`${path}.new`, secret, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return secret;
}

import { leastSecretCharacters } from './accounts.ts';
import type { Setting } from './setting.ts';

/** Keys and passwords from examples. */
const exampleSecret =
  /^(changeme|change[-_ ]me|secret|password|example|test|dummy|x{3,}|your[-_ ].*|<.*>|sk[-_](\.{3}|x+|your.*|test|dummy|changeme))$/iu;

/** A placeholder for a secret. */
const exampleAuthSecret = /change.?me|example|your.?secret|secret.?key|placeholder/iu;

const exampleWebhookSecret = /example|your[-_]|change[-_]?me|placeholder|(.)\1{7}/iu;

/** A line for each secret copied from an example, with the variable's name and what to write. */
export function findExampleSecrets(
  given: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, Setting<unknown>>>,
): string[] {
  const mistakes: string[] = [];
  for (const [name, { insteadOfExample }] of Object.entries(settings))
    if (insteadOfExample && exampleSecret.test(given[name] ?? ''))
      mistakes.push(`${name} is an example, not a key. ${insteadOfExample}`);
  const authSecret = given.AUTH_SECRET ?? '';
  if (exampleAuthSecret.test(authSecret) || isRepetition(authSecret))
    mistakes.push(
      `AUTH_SECRET is an example. Write ${leastSecretCharacters} random characters or more, as \`openssl rand -base64 32\` makes them.`,
    );
  if (exampleWebhookSecret.test(given.STRIPE_WEBHOOK_SECRET ?? ''))
    mistakes.push('STRIPE_WEBHOOK_SECRET is an example. Copy the signing secret of your endpoint at Stripe.');
  const url = given.DATABASE_URL;
  if (url && URL.canParse(url) && exampleSecret.test(decodeURIComponent(new URL(url).password)))
    mistakes.push("DATABASE_URL has an example's password. Give the database user a password of its own.");
  return mistakes;
}

/** A repeated sequence of up to eight characters. */
function isRepetition(text: string): boolean {
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8].filter(length => length <= text.length / 2);
  return lengths.some(length => {
    const repeated = text.slice(0, length).repeat(text.length / length);
    return repeated.toLowerCase() === text.toLowerCase();
  });
}

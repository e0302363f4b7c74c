import type { Message } from '#shared/messages/message.ts';

/**
 * A pattern for a message with any values.
 * @param values patterns of particular parameters
 */
export function toPattern(message: Message<string>, values: Readonly<Record<string, string>> = {}): RegExp {
  const { english } = message;
  const forms = typeof english === 'string' ? [english] : Object.values(english);
  const patterns = forms.map(form =>
    form
      .replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&')
      .replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '.+'),
  );
  return new RegExp(`(?:${patterns.join('|')})`, 'u');
}

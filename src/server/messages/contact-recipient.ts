import type { Config } from '../config/config.ts';

/** Who gets what people write to whoever runs this server: that is a mailbox of theirs, too. */
export function getContactRecipient({ contactTo, mailFrom }: Pick<Config, 'contactTo' | 'mailFrom'>): string {
  return contactTo ?? mailFrom.address;
}

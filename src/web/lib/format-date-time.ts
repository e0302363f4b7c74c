const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Such as "Nov 29, 2026, 1:20 PM". @param iso ISO 8601 */
export function formatDateTime(iso: string): string {
  return format.format(new Date(iso));
}

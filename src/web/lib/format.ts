const mebibyte = 1024 * 1024;

/** Such as "1.4 MB". */
export function formatBytes(bytes: number): string {
  if (bytes >= 1024 * mebibyte) return `${roundShort(bytes / (1024 * mebibyte))} GB`;
  if (bytes >= mebibyte) return `${roundShort(bytes / mebibyte)} MB`;
  return `${Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1024))} kB`;
}

/** A position as on a clock, such as "0:08" or "1:02:30": only whole seconds that have passed. */
export function formatClock(seconds: number): string {
  // Clocks are imprecise: 0.995 s counts as the second.
  const whole = Math.floor(Math.max(0, seconds) + 0.005);
  const parts = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** At least a second. */
export const formatDuration = (seconds: number): string => formatClock(Math.max(1, seconds));

function roundShort(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '');
}

/** For searching: no case, accents or hyphens. */
export function simplifyText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trimStart();
}

/** Such as "Nov 29, 2026, 1:20 PM". @param iso ISO 8601 */
export function formatDateTime(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** Times are exact to a millisecond. */
const perSecond = 1000;

const time = /^(?:(\d{1,3}):(?=\d{1,2}:))?(\d{1,3}):(\d{1,2})(?:[.,](\d{1,3}))?$/;

/** Reads a time, such as `0:12`, `1:02:03`, `0:12.5`, in seconds; undefined if it is none. */
export function readTime(written: string): number | undefined {
  const found = time.exec(toPlainSigns(written.trim()));
  if (!found) return undefined;
  const [, hours = '0', minutes = '', seconds = '', fraction = ''] = found;
  if (Number(seconds) > 59 || (found[1] !== undefined && Number(minutes) > 59)) return undefined;
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (whole * perSecond + Number(fraction.padEnd(3, '0'))) / perSecond;
}

/** Writes a time: `0:12`, `1:02:03`, `0:12.5`. */
export function printTime(seconds: number): string {
  const all = Math.max(0, Math.round(seconds * perSecond));
  const whole = Math.floor(all / perSecond);
  // The decimals without trailing zeros.
  const fraction = String((all % perSecond) / perSecond).slice(2);
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor(whole / 60) % 60);
  const rest = String(whole % 60).padStart(2, '0');
  const clock = hours > 0 ? `${hours}:${minutes.padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

/** Writes a time for display, to a tenth of a second: `0:12.2` for 12.184 s. */
export function printShortTime(seconds: number): string {
  return printTime(Math.round(seconds * 10) / 10);
}

/** Unicode digits come in tens, the zero first. */
export function toPlainSigns(written: string): string {
  return written
    .replace(/\p{Nd}/gu, digit => String(readDigit(digit)))
    .replaceAll('：', ':')
    .replace(/[٫．]/gu, '.');
}

/** The value of a decimal digit of any script. */
export function readDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return value;
}

import { describe, expect, it } from 'vitest';
import { toFliteText } from './flite-text.ts';

describe('an English text for flite', () => {
  it.each([
    ['“It’s a café”, she said – naïve.', '"It\'s a cafe", she said, naive.'],
    ['Łódź, Ærø and the Straße', 'Lodz, Aero and the Strasse'],
    ['10–20 km at 80 km/h', '10 to 20 kilometers at 80 kilometers an hour'],
    ['£30, €5.50 or 5 €', '30 pounds, 5 euros 50 or 5 euros'],
    ['25 °C, and turned by 90°', '25 degrees Celsius, and turned by 90 degrees'],
    ['AI in the US, and CO₂', 'A I in the U S, and C O 2'],
    ['½ of x² … R&D ™', '1/2 of x2... R and D TM'],
    ['hello  there ,\nyou', 'hello there, you'],
  ])('%s', (text, spoken) => {
    expect(toFliteText(text)).toBe(spoken);
  });

  it.each(['They travel to 서울.', 'Наташа', '٣ times', 'ﾊﾛｰ'])('%s is left to espeak-ng', text => {
    expect(toFliteText(text)).toBeUndefined();
  });

  it('has no word that takes seconds to be read', () => {
    const words = toFliteText('abcdefgh'.repeat(50))?.split(' ') ?? [];
    expect(Math.max(...words.map(({ length }) => length))).toBe(40);
  });
});

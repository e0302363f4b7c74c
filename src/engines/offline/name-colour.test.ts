import { expect, test } from 'vitest';
import { type ColourName, nameColour, toOklab } from './name-colour.ts';

/** Named colours of CSS whose own names say what people call them, and colours seen in real videos. */
const called: Readonly<Record<ColourName, Readonly<Record<string, string>>>> = {
  black: { black: '#000000', 'night sky': '#0c0d12' },
  white: { white: '#ffffff', ivory: '#fffff0', linen: '#faf0e6', lavender: '#e6e6fa' },
  grey: { dimgray: '#696969', gray: '#808080', silver: '#c0c0c0', slategray: '#708090', asphalt: '#5a595b' },
  red: { red: '#ff0000', darkred: '#8b0000', crimson: '#dc143c', firebrick: '#b22222', orangered: '#ff4500' },
  orange: { orange: '#ffa500', darkorange: '#ff8c00', coral: '#ff7f50' },
  yellow: { yellow: '#ffff00', gold: '#ffd700', khaki: '#f0e68c', goldenrod: '#daa520' },
  green: {
    lime: '#00ff00',
    green: '#008000',
    seagreen: '#2e8b57',
    olivedrab: '#6b8e23',
    darkgreen: '#006400',
  },
  turquoise: { turquoise: '#40e0d0', cyan: '#00ffff', teal: '#008080', cadetblue: '#5f9ea0' },
  blue: { blue: '#0000ff', navy: '#000080', skyblue: '#87ceeb', steelblue: '#4682b4', royalblue: '#4169e1' },
  purple: { purple: '#800080', indigo: '#4b0082', blueviolet: '#8a2be2', mediumpurple: '#9370db' },
  pink: { pink: '#ffc0cb', hotpink: '#ff69b4', deeppink: '#ff1493', lightpink: '#ffb6c1' },
  brown: {
    saddlebrown: '#8b4513',
    sienna: '#a0522d',
    chocolate: '#d2691e',
    tan: '#d2b48c',
    'old wood': '#6b2c23',
  },
};

const cases = Object.entries(called).flatMap(([word, colours]) =>
  Object.entries(colours).map(([name, hex]) => ({ word, name, hex })),
);

test.each(cases)('$name ($hex) is called $word', ({ word, hex }) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16));
  expect(nameColour(toOklab(red, green, blue))).toBe(word);
});

import type { ThingName } from '../../src/engines/offline/thing-names.ts';

// The detector, trained on photographs, recognises drawings with light from the left, a shadow below and right
// proportions. Flat pictograms fail; so did a drawn car, bus, pizza, bed and television. No letters are
// drawn, because not every machine has fonts.

/** A drawing in a field of 100 × 100, which is stretched to its shape. */
interface DrawnShape {
  readonly widthByHeight: number;
  readonly svg: string;
}

/** Gradients that the shapes and backgrounds use. */
export const drawnShades = [
  writeShade('glass', ['0 #0d3b1e', '.2 #3f9a58', '.35 #d8f5dd', '.45 #2c7a42', '.8 #14532a', '1 #062812']),
  writeShade('steel', ['0 #777', '.4 #eee', '1 #555']),
  writeShade('red', ['0 #7d1010', '.35 #e84b3c', '1 #6d0a0a']),
  writeShade('blue', ['0 #123f8a', '.35 #5a95ea', '1 #0d2f66']),
  writeShade('skin', ['0 #f0c6a4', '1 #b9805a']),
  writeShade('shirt', ['0 #d9604f', '1 #8e2a20']),
  writeShade('jeans', ['0 #4f6ea8', '1 #22345c']),
  writeShade('screen', ['0 #2b6cb0', '1 #7fd1ff'], 'x1="0" y1="0" x2="1" y2="1"'),
  writeShade('wall', ['0 #d9cfbf', '1 #bfae96'], 'x1="0" y1="0" x2="0" y2="1"'),
  writeShade('table', ['0 #8a5a33', '1 #5f3a1d'], 'x1="0" y1="0" x2="0" y2="1"'),
  writeShade('sky', ['0 #6fa8dc', '1 #dcecf7'], 'x1="0" y1="0" x2="0" y2="1"'),
  `<radialGradient id="lamp"><stop offset="0" stop-color="#ffd0c0"/><stop offset=".5" stop-color="#ff2a1a"/>
    <stop offset="1" stop-color="#900"/></radialGradient>`,
  `<radialGradient id="shadow"><stop offset="0" stop-opacity=".5"/><stop offset="1" stop-opacity="0"/></radialGradient>`,
].join('');

/** @param stops position, 0 to 1, and colour */
function writeShade(id: string, stops: readonly string[], direction = 'x1="0" x2="1"'): string {
  const list = stops.map(stop => {
    const [offset, colour] = stop.split(' ');
    return `<stop offset="${offset}" stop-color="${colour}"/>`;
  });
  return `<linearGradient id="${id}" ${direction}>${list.join('')}</linearGradient>`;
}

const bottle = `
  <ellipse cx="52" cy="98" rx="58" ry="3" fill="url(#shadow)"/>
  <path d="M36 2 h28 v26 q0 6 10 11 q16 7 16 18 v35 q0 6 -10 6 h-60 q-10 0 -10 -6 v-35 q0 -11 16 -18 q10 -5 10 -11z"
    fill="url(#glass)"/>
  <rect x="34" y="1" width="32" height="13" fill="url(#red)"/>
  <rect x="33" y="13" width="34" height="2" fill="#520808"/>
  <rect x="10" y="60" width="80" height="24" fill="#f4efdc"/>
  <path d="M10 60 h16 v24 h-16z M74 60 h16 v24 h-16z" fill="#b9ab85" opacity=".5"/>
  <rect x="26" y="64" width="48" height="4" fill="#8a1c1c"/>
  <path d="M32 72 h36 M32 76 h36 M38 80 h24" stroke="#555" stroke-width="1.6"/>
  <path d="M18 58 q-1 -10 10 -14 v40 h-10z" fill="#fff" opacity=".28"/>
  <path d="M42 16 v14" stroke="#fff" stroke-width="4" opacity=".4"/>`;

const clock = `
  <circle cx="50" cy="50" r="49" fill="#222"/><circle cx="50" cy="50" r="44" fill="#f8f6ee"/>
  ${turn(60, at => `<path d="M50 7 v${at % 5 ? 2 : 7}" stroke="#000" stroke-width="${at % 5 ? 0.5 : 2.2}"/>`)}
  <path d="M50 50 L32 38" stroke="#111" stroke-width="4" stroke-linecap="round"/>
  <path d="M50 50 L66 24" stroke="#111" stroke-width="2.5" stroke-linecap="round"/>
  <circle cx="50" cy="50" r="3" fill="#111"/>`;

const cup = `
  <ellipse cx="45" cy="97" rx="46" ry="4" fill="url(#shadow)"/>
  <path d="M70 34 q28 -6 25 22 q-3 22 -30 20" fill="none" stroke="#b8d4ec" stroke-width="9"/>
  <path d="M8 12 h70 l-4 70 q-1 15 -14 15 h-34 q-13 0 -14 -15z" fill="url(#blue)"/>
  <ellipse cx="43" cy="12" rx="35" ry="9" fill="#dfeaf7"/><ellipse cx="43" cy="13" rx="31" ry="7" fill="#3c2210"/>`;

const laptop = `
  <rect x="14" y="2" width="72" height="62" rx="3" fill="#2b2b2e"/>
  <rect x="18" y="6" width="64" height="53" fill="url(#screen)"/>
  <path d="M14 64 h72 l13 28 q0 5 -4 5 h-90 q-4 0 -4 -5z" fill="#b9bcc2"/>
  ${Array.from({ length: 48 }, (_, at) => writeKey(Math.floor(at / 12), at % 12)).join('')}
  <path d="M40 87 h20 l1.5 7 h-23z" fill="#9a9da3"/>`;

function writeKey(row: number, column: number): string {
  const left = 18 - row * 2 + column * (5.4 + row * 0.33);
  return `<rect x="${left}" y="${67 + row * 4.6}" width="${4.4 + row * 0.25}" height="3.6" fill="#222"/>`;
}

const person = `
  <ellipse cx="50" cy="98" rx="50" ry="2.5" fill="url(#shadow)"/>
  <path d="M30 50 h40 l2 44 h-17 l-5 -32 -5 32 h-17z" fill="url(#jeans)"/>
  <path d="M24 19 q10 -3 18 -4 h16 q8 1 18 4 q6 3 8 9 l10 20 q1 4 -2 6 l-8 3 -10 -14 v9 h-48 v-9 l-10 14 -8 -3 q-3 -2 -2 -6
    l10 -20 q2 -6 8 -9z" fill="url(#shirt)"/>
  <path d="M42 12 h16 v5 q-8 4 -16 0z" fill="#b9805a"/><ellipse cx="50" cy="8.2" rx="15" ry="7.6" fill="url(#skin)"/>
  <path d="M34 8.5 q-2 -9 16 -9 q18 0 16 9 q-3 -4 -6 -4.6 q-10 1.4 -20 0 q-3 .6 -6 4.6z" fill="#2e1c10"/>
  <path d="M42 8.4 h4 M54 8.4 h4" stroke="#222" stroke-width="1.4"/>
  <path d="M45 12.4 q5 1.4 10 0" stroke="#8a4a3a" stroke-width=".9" fill="none"/>
  <ellipse cx="13" cy="54" rx="6" ry="3" fill="#d69f79"/><ellipse cx="87" cy="54" rx="6" ry="3" fill="#d69f79"/>
  <path d="M26 93 h20 v4.5 h-24z M54 93 h20 l4 4.5 h-24z" fill="#1c1c1c"/>`;

const stopSign = `
  <rect x="46" y="50" width="8" height="50" fill="url(#steel)"/>
  <polygon points="30,1 70,1 98,16 98,40 70,55 30,55 2,40 2,16" fill="#fff"/>
  <polygon points="31,3 69,3 95,17 95,39 69,53 31,53 5,39 5,17" fill="#c1121f"/>
  <path d="M28 22 q-3 -2 -7 -2 q-8 0 -8 4 q0 3 7.500 4 q8 1 8 4.500 q0 4 -8 4 q-5 0 -8 -2 M33 21 h17 M41.500 21 v16
    M62 21 q-8 0 -8 8 q0 8 8 8 q8 0 8 -8 q0 -8 -8 -8 M76 37 v-16 h6 q7 0 7 4.500 q0 5 -7 5 h-6"
    fill="none" stroke="#fff" stroke-width="3.4"/>`;

const trafficLight = `
  <rect x="42" y="70" width="16" height="30" fill="#444"/><rect x="8" y="1" width="84" height="72" rx="8" fill="#15181a"/>
  <ellipse cx="50" cy="15" rx="26" ry="10.5" fill="url(#lamp)"/>
  <ellipse cx="50" cy="37" rx="26" ry="10.5" fill="#3a3000"/><ellipse cx="50" cy="59" rx="26" ry="10.5" fill="#03310f"/>
  <path d="M22 10 q28 -10 56 0 M22 32 q28 -10 56 0 M22 54 q28 -10 56 0" fill="none" stroke="#000" stroke-width="3"/>`;

const vase = `
  <ellipse cx="50" cy="97" rx="34" ry="3" fill="url(#shadow)"/>
  <path d="M50 40 v-30 M50 40 q-20 -14 -26 -26 M50 40 q20 -14 26 -26" stroke="#2f6b1f" stroke-width="2.5" fill="none"/>
  ${writeFlower(50, 8)}${writeFlower(24, 13)}${writeFlower(76, 13)}
  <path d="M36 40 h28 q-2 10 10 20 q14 22 -8 38 h-32 q-22 -16 -8 -38 q12 -10 10 -20z" fill="url(#red)"/>`;

function writeFlower(x: number, y: number): string {
  const petals = turn(5, () => '<circle cx="50" cy="45" r="5" fill="#e86fa5"/>');
  return `<g transform="translate(${x - 50} ${y - 50})">${petals}<circle cx="50" cy="50" r="4" fill="#ffd23c"/></g>`;
}

/** Repeats a shape around the middle of the field. */
function turn(times: number, write: (at: number) => string): string {
  const turned = (at: number) => `<g transform="rotate(${(at * 360) / times} 50 50)">${write(at)}</g>`;
  return Array.from({ length: times }, (_, at) => turned(at)).join('');
}

export const drawnShapes = {
  bottle: { widthByHeight: 0.32, svg: bottle },
  clock: { widthByHeight: 1, svg: clock },
  cup: { widthByHeight: 1.05, svg: cup },
  laptop: { widthByHeight: 1.45, svg: laptop },
  person: { widthByHeight: 0.38, svg: person },
  'stop sign': { widthByHeight: 0.55, svg: stopSign },
  'traffic light': { widthByHeight: 0.42, svg: trafficLight },
  vase: { widthByHeight: 0.55, svg: vase },
} as const satisfies Partial<Record<ThingName, DrawnShape>>;

export type DrawnThing = keyof typeof drawnShapes;
export const drawnThings = Object.keys(drawnShapes) as readonly DrawnThing[];

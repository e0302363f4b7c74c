import {
  at,
  boat,
  crane,
  fill,
  glow,
  lantern,
  materials,
  mountains,
  ripples,
  round,
  shade,
  size,
  slip,
} from './shapes.ts';

/** A part of the video. `draw` gets the seconds since the start of the video and the progress of the scene, 0 to 1. */
interface Scene {
  readonly seconds: number;
  readonly draw: (seconds: number, share: number) => string;
}

const framesPerSecond = 24;
/** Duration of the cross-fade between scenes. */
const fadeSeconds = 0.7;

const scenes: readonly Scene[] = [
  { seconds: 4.6, draw: drawTitle },
  { seconds: 6.6, draw: drawDawn },
  { seconds: 4.8, draw: drawCranes },
  { seconds: 6, draw: drawNight },
];

/** The whole video: 22 seconds. */
export const previewSeconds = scenes.reduce((sum, scene) => sum + scene.seconds, 0);
export const frameCount = Math.round(previewSeconds * framesPerSecond);
export const frameSeconds = 1 / framesPerSecond;

/** The frame at a time, as SVG of 960 × 540. */
export function drawFrame(seconds: number): string {
  let start = 0;
  const layers = scenes.map((scene, index) => {
    const from = start;
    start += scene.seconds;
    const share = (seconds - from + (index ? fadeSeconds : 0)) / (scene.seconds + fadeSeconds);
    const opacity = index === 0 ? 1 : (seconds - from + fadeSeconds) / fadeSeconds;
    const isPast = seconds >= start;
    if (isPast || opacity <= 0) return '';
    return `<g opacity="${round(Math.min(1, opacity))}">${scene.draw(seconds, Math.min(1, share))}</g>`;
  });
  const dark = Math.max(0, 1 - (previewSeconds - seconds) / 0.8);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs>${materials}</defs>${layers.join('')}
    <rect width="100%" height="100%" fill="#0c0906" opacity="${round(dark)}"/></svg>`;
}

function drawTitle(_seconds: number, share: number): string {
  const rise = 250 - 70 * ease(share);
  return `${fill('#f3ecdd')}
    <circle cx="480" cy="${round(rise)}" r="118" fill="#c9402a"/>
    ${mountains(1.2, 352, 22, '#e6d9bd', '#fff8ea')}
    ${mountains(3.4, 432, 16, '#d9c8a4', '#fff8ea')}
    <rect x="22" y="22" width="916" height="496" fill="none" stroke="#221b14" stroke-width="2.5"/>
    <rect x="30" y="30" width="900" height="480" fill="none" stroke="#221b14" stroke-width="1"/>
    <rect x="170" y="306" width="620" height="132" fill="#fcf8ee" stroke="#d9cdb5" stroke-width="1.5"/>
    <text x="480" y="396" text-anchor="middle" font-family="'Goudy Bookletter 1911'" font-size="80" fill="#221b14">The Lantern Boat</text>`;
}

function drawDawn(seconds: number, share: number): string {
  const sun = 300 - 150 * ease(share);
  const across = 250 + 470 * share;
  return `<defs>${shade('dawn', '0 #f1b48c', '.55 #fbe3b0', '1 #fdf3d4')}${shade('lake', '0 #efc58f', '.4 #9db3a8', '1 #3f6d74')}${glow('sunlight', '#fff0c0', 0.9)}</defs>
    ${fill('url(#dawn)', 0, 330)}
    <circle cx="610" cy="${round(sun)}" r="170" fill="url(#sunlight)"/>
    <circle cx="610" cy="${round(sun)}" r="62" fill="#d0402a"/>
    ${mountains(0.4, 238, 40, '#c99a8a', '#f9e6cf')}
    ${mountains(2.6, 284, 30, '#94727a', '#e9cdb9')}
    ${mountains(4.9, 318, 20, '#5d5566', '#c9aaa0')}
    ${fill('url(#lake)', 326)}
    <ellipse cx="610" cy="344" rx="${round(90 + 10 * Math.sin(seconds * 2))}" ry="9" fill="#f6c79b" opacity=".8"/>
    ${ripples(seconds, 330, '#fdf0d2')}
    ${at(across, 446 + 4 * Math.sin(seconds * 1.6), 1, boat(2.2 * Math.sin(seconds * 1.3), false))}
    ${slip('Dawn on the quiet lake', 40, 40, 440)}`;
}

function drawCranes(seconds: number, share: number): string {
  const flight = (delay: number) => 0.3 + 0.7 * Math.sin(seconds * 4 + delay);
  const forth = 240 * share;
  return `<defs>${shade('evening', '0 #c9d6dc', '.5 #f3d9b8', '1 #eaa27c')}</defs>
    ${fill('url(#evening)')}
    <circle cx="250" cy="330" r="120" fill="#d0402a"/>
    ${mountains(5.6, 470, 26, '#8f6a70', '#f0cdb5')}
    ${mountains(1.9, 512, 16, '#574b5c', '#b99a94')}
    ${at(330 + forth, 236 - 40 * share + 6 * flight(0), 1.75, crane(flight(0)))}
    ${at(90 + forth * 0.8, 130 - 20 * share, 0.95, crane(flight(1.4)))}
    ${at(600 + forth * 0.9, 400 - 60 * share, 1.05, crane(flight(2.6)))}
    ${slip('The cranes fly home', 530, 40, 390)}`;
}

function drawNight(seconds: number, share: number): string {
  const across = 250 + 330 * share;
  const lamps = (places: readonly (readonly [number, number])[]) =>
    places.map(([left, top], index) => {
      const x = left + 14 * Math.sin(seconds * 0.5 + index);
      const y = top + 3 * Math.sin(seconds * 1.4 + index * 2);
      const reflection = '<ellipse cy="66" rx="12" ry="30" fill="#ffb347" opacity=".3"/>';
      return at(x, y, 0.4 + (top - 360) / 160, reflection + lantern(true));
    });
  return `<defs>${shade('night', '0 #141d3c', '.7 #34456f', '1 #56638a')}${shade('deep', '0 #3b4a72', '1 #0d142b')}${glow('moonlight', '#fff6d8', 0.55)}</defs>
    ${fill('url(#night)', 0, 340)}${stars(seconds)}
    <circle cx="742" cy="112" r="120" fill="url(#moonlight)"/><circle cx="742" cy="112" r="44" fill="#fbf1d0"/>
    ${mountains(2.6, 284, 30, '#27335a', '#5b6a98')}${mountains(4.9, 322, 18, '#182244', '#41507e')}
    ${fill('url(#deep)', 334)}${ripples(seconds, 338, '#c9cfe6')}
    ${lamps(farLamps).join('')}
    ${at(across, 474 + 4 * Math.sin(seconds * 1.4), 1.08, boat(2 * Math.sin(seconds * 1.2), true))}
    ${lamps(nearLamps).join('')}
    <text x="60" y="92" font-family="'Goudy Bookletter 1911'" font-size="48" fill="#fdf6e0">A light for every wish</text>`;
}

/** Positions of the lanterns on the water, behind the boat and in front of it. */
const farLamps = [
  [60, 378],
  [150, 412],
  [300, 366],
  [560, 372],
  [700, 392],
  [830, 370],
  [908, 420],
] as const;
const nearLamps = [
  [96, 492],
  [862, 500],
] as const;

function stars(seconds: number): string {
  const points = Array.from({ length: 40 }, (_, index) => {
    const [x, y] = [(index * 367) % 960, (index * 131) % 230];
    // Keeps the area of the letters free.
    if (x < 540 && y < 120) return '';
    const light = 0.45 + 0.35 * Math.sin(seconds * 1.2 + index);
    return `<circle cx="${x}" cy="${y}" r="${index % 5 ? 1.3 : 2}" opacity="${round(light)}"/>`;
  });
  return `<g fill="#fff6e0">${points.join('')}</g>`;
}

/** Eases in and out. */
function ease(share: number): number {
  return share * share * (3 - 2 * share);
}

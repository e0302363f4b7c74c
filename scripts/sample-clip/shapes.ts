// The shapes of the video: silhouettes on 960 × 540, each layer with the light edge of cut paper. The offline
// engine describes only text, light and colours of it, as it does not recognise drawings.

export const size = { width: 960, height: 540 } as const;

/** A gradient from top to bottom. @param stops position, 0 to 1, and colour */
export function shade(id: string, ...stops: readonly string[]): string {
  const list = stops.map(stop => {
    const [offset, colour] = stop.split(' ');
    return `<stop offset="${offset}" stop-color="${colour}"/>`;
  });
  return `<linearGradient id="${id}" x2="0" y2="1">${list.join('')}</linearGradient>`;
}

/** A radial gradient of light. */
export function glow(id: string, colour: string, strength: number): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`;
}

export function fill(paint: string, top = 0, bottom: number = size.height): string {
  return `<rect y="${top}" width="${size.width}" height="${bottom - top}" fill="${paint}"/>`;
}

export function at(x: number, y: number, scale: number, drawing: string): string {
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(scale)})">${drawing}</g>`;
}

/** A mountain range with a thin light edge, deterministic for a seed. */
export function mountains(
  seed: number,
  top: number,
  roughness: number,
  colour: string,
  edge: string,
): string {
  const points = Array.from({ length: 41 }, (_, index) => {
    const x = -20 + index * 25;
    const wave = Math.sin(index * 0.31 + seed) + 0.5 * Math.sin(index * 0.83 + seed * 2.3);
    const detail = 0.22 * Math.sin(index * 2.1 + seed * 5) + 0.12 * Math.sin(index * 3.7 + seed);
    return `${x} ${round(top - roughness * (wave + detail))}`;
  });
  return `<path d="M-20 560 L${points.join(' L')} L980 560 Z" fill="${colour}" stroke="${edge}" stroke-width="2"/>`;
}

/** Strokes of light on water that move to and fro. @param seconds since the start of the video */
export function ripples(seconds: number, top: number, colour: string, count = 16): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const depth = index / count;
    const y = top + 10 + depth ** 1.4 * (size.height - top - 10);
    const x = ((index * 311) % 960) + 26 * Math.sin(seconds * 0.7 + index * 1.7);
    const length = 40 + 120 * depth;
    return `<path d="M${round(x)} ${round(y)} q${round(length / 4)} -4 ${round(length / 2)} 0 t${round(length / 2)} 0" opacity="${round(0.25 + 0.35 * depth)}"/>`;
  });
  return `<g fill="none" stroke="${colour}" stroke-width="2.5" stroke-linecap="round">${lines.join('')}</g>`;
}

/** The gradients that boat, crane and lantern refer to. */
export const materials = [
  shade('hull', '0 #8a5632', '.35 #5d3519', '1 #241207'),
  shade('inside', '0 #2a160a', '1 #5f3a1e'),
  '<linearGradient id="sail"><stop offset="0" stop-color="#fffaf0"/><stop offset=".6" stop-color="#e8d8b8"/><stop offset="1" stop-color="#b79c70"/></linearGradient>',
  '<linearGradient id="robe"><stop offset="0" stop-color="#4a5d86"/><stop offset="1" stop-color="#1d2744"/></linearGradient>',
  '<radialGradient id="paperlamp"><stop offset="0" stop-color="#fff3c4"/><stop offset=".6" stop-color="#ffb347"/><stop offset="1" stop-color="#d9541e"/></radialGradient>',
  shade('feather', '0 #ffffff', '1 #c9ccd6'),
  glow('halo', '#ffc766', 0.75),
].join('');

/** A sailing boat, 300 wide, with the water line at 0, a boatman and a lantern at the bow. */
export function boat(swing: number, glows: boolean): string {
  const lamp = at(138, -92, 1, lantern(glows));
  const hull = `
    <path d="M-150 -46 Q0 -20 150 -62 Q128 8 92 16 L-104 16 Q-140 4 -150 -46Z" fill="url(#hull)"/>
    <path d="M-150 -46 Q0 -20 150 -62 L146 -52 Q0 -10 -147 -36Z" fill="#b98252"/>
    <path d="M-136 -16 Q0 6 132 -22 M-124 0 Q0 14 112 -4" stroke="#1a0c04" stroke-width="2" fill="none" opacity=".7"/>`;
  const mast = `
    <path d="M-6 -30 L-2 -282 L4 -282 L6 -30Z" fill="#3a2110"/>
    <path d="M6 -276 Q126 -190 104 -66 L6 -58Z" fill="url(#sail)"/>
    <path d="M-6 -258 Q-86 -150 -92 -66 L-6 -58Z" fill="#d8c39a"/>
    <path d="M6 -220 Q80 -190 102 -170 M6 -164 Q70 -140 112 -128 M6 -110 Q60 -100 110 -94" stroke="#8e7448" stroke-width="1.6" fill="none"/>
    <path d="M2 -282 L30 -274 L2 -266Z" fill="#b8321a"/>`;
  const bow = `<path d="M132 -58 Q150 -110 138 -128" stroke="#3a2110" stroke-width="5" fill="none"/>`;
  const reflected = `<path d="M-120 20 L-20 150 L70 150 L106 20Z" fill="#120a08" opacity=".16"/>`;
  return `${reflected}<g transform="rotate(${round(swing)})">${mast}${boatman}${hull}${bow}${lamp}</g>
    <path d="M-128 17 q30 8 60 0 t60 0 t60 0 t50 -2" stroke="#fff6e0" stroke-width="3" fill="none" opacity=".55"/>`;
}

const boatman = `
  <path d="M-176 30 L-92 -120" stroke="#3a2110" stroke-width="5"/>
  <path d="M-122 -36 L-116 -92 Q-114 -106 -102 -106 Q-90 -106 -88 -92 L-80 -34Z" fill="url(#robe)"/>
  <path d="M-112 -96 Q-128 -78 -122 -66 L-112 -72 L-100 -88Z" fill="#2b3961"/>
  <circle cx="-102" cy="-117" r="11" fill="#d9a37c"/>
  <path d="M-124 -117 Q-102 -146 -80 -117 Q-102 -123 -124 -117Z" fill="#caa45e"/>`;

/** A paper lantern; its origin is the top. */
export function lantern(glows: boolean): string {
  const halo = glows ? '<circle cy="4" r="74" fill="url(#halo)"/>' : '';
  return `${halo}<path d="M0 -38 V-20" stroke="#2a160a" stroke-width="2.5"/><ellipse cy="2" rx="17" ry="21" fill="url(#paperlamp)"/>
    <path d="M-8 -19 h16 M-8 23 h16" stroke="#2a160a" stroke-width="5"/><path d="M-15 -8 q15 5 30 0 M-17 3 q17 5 34 0 M-14 13 q14 5 28 0" stroke="#a8481c" stroke-width="1.2" fill="none"/>`;
}

/** Text on a slip of paper, as in woodblock prints. @param width of the paper */
export function slip(words: string, x: number, y: number, width: number): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="66" fill="#fcf8ee" stroke="#d9cdb5" stroke-width="1.5"/>
    <text x="${x + width / 2}" y="${y + 46}" text-anchor="middle" font-family="'Goudy Bookletter 1911'" font-size="42" fill="#221b14">${words}</text>`;
}

/** A crane flying to the right, 200 wide. @param beat position of the wings, -1 (down) to 1 (up) */
export function crane(beat: number): string {
  const tip = round(-96 * beat);
  const bend = round(-58 * beat - 18);
  return `
    <path d="M-50 4 L-118 14 M-50 7 L-114 20" stroke="#241a16" stroke-width="3.5"/>
    <path d="M-6 0 Q-34 ${round(bend * 0.9)} -74 ${round(tip * 0.86)} Q-30 ${round(bend * 0.2 + 6)} 26 6Z" fill="#aab0c0"/>
    <path d="M-60 6 Q-20 -14 34 -6 Q62 -8 84 -26 L92 -23 Q74 2 40 8 Q-10 24 -60 6Z" fill="url(#feather)"/>
    <path d="M52 -8 Q72 -12 86 -26 L93 -22 Q80 -2 58 2Z" fill="#1c1715"/>
    <circle cx="90" cy="-26" r="7" fill="#f6f4ee"/><path d="M86 -32 q4 -4 8 1 l-2 3z" fill="#b8321a"/>
    <path d="M96 -28 L122 -24 L96 -22Z" fill="#c79a4b"/><circle cx="92" cy="-27" r="1.6" fill="#000"/>
    <path d="M-20 2 Q-8 ${bend} -30 ${tip} Q34 ${round(bend * 0.5)} 30 2Z" fill="url(#feather)"/>
    <path d="M-30 ${tip} Q-14 ${round(bend * 0.95)} -16 ${round(bend * 0.55)} L0 ${round(bend * 0.62)} Q2 ${bend} -30 ${tip}Z" fill="#1c1715"/>`;
}

export function round(number: number): number {
  return Math.round(number * 100) / 100;
}

import type { Sample } from './sample.ts';

const size = { width: 840, height: 420 } as const;
const field = { left: 64, right: 16, top: 56, bottom: 44 } as const;
const inner = {
  width: size.width - field.left - field.right,
  height: size.height - field.top - field.bottom,
} as const;

/** Readable on a light page and on a dark one. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .quiet { fill: #59636e }
  .grid { stroke: #8c959f; stroke-opacity: .35 }
  .rest { fill: #8c959f; fill-opacity: .14 }
  .all { fill: none; stroke: #0969da; stroke-width: 1.5 }
  .server { fill: none; stroke: #bc4c00; stroke-width: 1.5 }
  .key-all { fill: #0969da } .key-server { fill: #bc4c00 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc } .quiet { fill: #b1bac4 }
    .all { stroke: #58a6ff } .server { stroke: #f0883e }
    .key-all { fill: #58a6ff } .key-server { fill: #f0883e }
  }`;

/** Memory over time: of the server alone, and with all that it started. Rests are shaded. */
export function drawGraph(samples: readonly Sample[], { growth }: { readonly growth: number }): string {
  const endSeconds = Math.max(60, samples.at(-1)?.seconds ?? 0);
  const highest = Math.max(...samples.map(({ serverMb, childrenMb }) => serverMb + childrenMb), 1);
  const topMb = Math.ceil(highest / 200) * 200;
  const x = (seconds: number) => field.left + (seconds / endSeconds) * inner.width;
  const y = (megabytes: number) => field.top + (1 - megabytes / topMb) * inner.height;
  const line = (kind: string, read: (sample: Sample) => number) => {
    const points = samples.map(sample => `${x(sample.seconds).toFixed(1)},${y(read(sample)).toFixed(1)}`);
    return `<polyline class="${kind}" points="${points.join(' ')}"/>`;
  };
  const title = `Memory in ${formatHours(endSeconds)} of visitors and faults: ${formatGrowth(growth)} MB an hour at rest`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}">`,
    `<style>${style}\n</style>`,
    `<text x="${field.left}" y="22" font-weight="600">${title}</text>`,
    drawKey(),
    ...drawRests(samples, x),
    ...drawLevels(topMb, y),
    ...drawTimes(endSeconds, x),
    line('all', ({ serverMb, childrenMb }) => serverMb + childrenMb),
    line('server', ({ serverMb }) => serverMb),
    '</svg>\n',
  ].join('\n');
}

function drawKey(): string {
  const entries = [
    ['key-all', 'server and all that it started'],
    ['key-server', 'server alone'],
    ['rest', 'rest'],
  ] as const;
  return entries
    .map(([kind, words], index) => {
      const at = field.left + index * 220;
      return `<rect class="${kind}" x="${at}" y="34" width="12" height="12"/><text class="quiet" x="${at + 18}" y="45">${words}</text>`;
    })
    .join('\n');
}

function drawRests(samples: readonly Sample[], x: (seconds: number) => number): string[] {
  return samples.flatMap(({ phase, seconds }, index) => {
    const next = samples[index + 1];
    if (phase !== 'rest' || !next) return [];
    const width = x(next.seconds) - x(seconds);
    return [
      `<rect class="rest" x="${x(seconds).toFixed(1)}" y="${field.top}" width="${width.toFixed(1)}" height="${inner.height}"/>`,
    ];
  });
}

function drawLevels(topMb: number, y: (megabytes: number) => number): string[] {
  const step = topMb > 1000 ? 400 : 200;
  return Array.from({ length: Math.floor(topMb / step) + 1 }, (_, index) => {
    const at = y(index * step).toFixed(1);
    return `<line class="grid" x1="${field.left}" x2="${size.width - field.right}" y1="${at}" y2="${at}"/><text class="quiet" x="${field.left - 8}" y="${Number(at) + 4}" text-anchor="end">${index * step} MB</text>`;
  });
}

function drawTimes(endSeconds: number, x: (seconds: number) => number): string[] {
  const step = endSeconds > 3000 ? 1200 : endSeconds > 600 ? 300 : 60;
  return Array.from({ length: Math.floor(endSeconds / step) + 1 }, (_, index) => {
    const label = `${(index * step) / 60} min`;
    // The last one ends where the field does.
    const anchor = x(index * step) > size.width - 40 ? 'end' : 'middle';
    return `<text class="quiet" x="${x(index * step).toFixed(1)}" y="${size.height - 18}" text-anchor="${anchor}">${label}</text>`;
  });
}

function formatHours(seconds: number): string {
  return seconds < 3600 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 360) / 10} hours`;
}

function formatGrowth(growth: number): string {
  return `${growth < 0 ? '−' : '+'}${Math.abs(growth).toFixed(1)}`;
}

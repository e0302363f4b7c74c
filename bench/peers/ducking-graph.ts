const duck = 'sidechaincompress=threshold=0.02:ratio=20:attack=200:release=400';
const graph = `[1:a]asplit[v][k];[0:a][k]${duck}[d];[d][v]amix=inputs=2:normalize=0[a]`;

/** What FFmpeg is told to lay a voice, its second input, over a video, its first, as our peers do. */
export const duckingGraph: readonly string[] = [
  ...['-filter_complex', graph],
  ...['-map', '0:v', '-map', '[a]'],
  ...['-c:v', 'copy', '-c:a', 'aac', '-b:a', '192k'],
];

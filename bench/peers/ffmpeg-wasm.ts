import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../.cache/bench/ffmpeg-wasm/', import.meta.url));
const core = `${folder}node_modules/@ffmpeg/core/dist/esm`;

/**
 * Fetches FFmpeg in WebAssembly for one thread, of which every page can have one. It is no dependency: it has 64 MB and another
 * licence (GPL), and is only measured against.
 * @returns its folder; nothing where no registry is reached
 */
export function installFfmpegWasm(): string | undefined {
  if (!existsSync(core))
    try {
      const install = [
        'install',
        '--prefix',
        folder,
        '--ignore-scripts',
        '--no-save',
        '@ffmpeg/core@0.12.10',
      ];
      execFileSync('npm', install, { stdio: 'ignore' });
    } catch {
      return undefined;
    }
  return core;
}

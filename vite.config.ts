import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
/** In development the page comes from Vite; the server refuses what another origin sends. */
const forwarded = { target: server, headers: { origin: server } };

export default defineConfig({
  root: 'src/web',
  plugins: [react(), precompress()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Read by bench/page-size.ts, which follows what the first load really fetches.
    manifest: true,
    sourcemap: false,
    // Fonts and icons stay files: a data: address would have to be allowed by the page's security policy.
    assetsInlineLimit: 0,
    // The slow part is our own compression, as it should be; no need to tell at every start.
    rolldownOptions: { checks: { pluginTimings: false } },
    // What the first load may weigh is measured compressed, by `npm run bench`.
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: { '/api': forwarded, '/create_script': forwarded, '/convert_to_voice': forwarded },
  },
});

const compressible = /\.(?:js|css|html|svg)$/;

/** Lays a Brotli and a gzip copy beside each text file, so that the server never compresses while somebody waits. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const names = await readdir(dir, { recursive: true });
      await Promise.all(
        names.filter(name => compressible.test(name)).map(name => compressFile(join(dir, name))),
      );
    },
  };
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
    [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: zlib.Z_BEST_COMPRESSION }));
}

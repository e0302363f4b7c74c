import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Manifest, type Plugin } from 'vite';
import { publicPagesFolder } from './src/shared/pages.ts';
import type { PrerenderedPage } from './src/web/app/prerender.tsx';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
/** In development the page comes from Vite; the server refuses what another origin sends. */
const forwarded = { target: server, headers: { origin: server } };

export default defineConfig({
  root: 'src/web',
  resolve: {
    alias: [
      // The page has a package.json of its own, whose `imports` cannot lead out of its folder.
      { find: /^#(?=shared|media)/, replacement: fileURLToPath(new URL('src/', import.meta.url)) },
      { find: /^zod$/, replacement: fileURLToPath(new URL('src/web/lib/zod.ts', import.meta.url)) },
      {
        find: '@mediabunny/aac-encoder/coder',
        replacement: fileURLToPath(
          new URL('node_modules/@mediabunny/aac-encoder/dist/modules/build/aac.js', import.meta.url),
        ),
      },
    ],
  },
  plugins: [react(), prerender(), precompress()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    // Read by tests/support/measure-first-load.ts, which follows what the first load really fetches.
    manifest: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    // Fonts and icons stay files: a data: address would have to be allowed by the page's security policy.
    assetsInlineLimit: 0,
    // The slow part is our own compression, as it should be; no need to tell at every start.
    rolldownOptions: {
      checks: { pluginTimings: false },
      // A feature's public entry only passes on: whoever imports one thing of it does not load the others.
      treeshake: {
        moduleSideEffects: [{ test: /features[\\/][^\\/]+[\\/]public\.ts$/, sideEffects: false }],
      },
      output: {
        // All of the first load in one file, instead of one for each way in which later parts share it.
        // What reads the answers of the server is another, fetched right after it.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 2 },
            {
              name: 'answers',
              test: /node_modules[\\/]zod[\\/]|src[\\/]web[\\/]lib[\\/]zod\.ts|src[\\/]shared[\\/]api[\\/](?:account|config|fields|voices)\.ts/,
              priority: 1,
            },
          ],
        },
      },
    },
    // What the first load may weigh is measured compressed, by `npm run bench`.
    chunkSizeWarningLimit: 800,
  },
  server: {
    proxy: {
      '/api': forwarded,
      '/create_script': forwarded,
      '/convert_to_voice': forwarded,
      '/source': forwarded,
    },
  },
});

const compressible = /\.(?:js|css|html|svg)$/;

/** Lays the public pages down as HTML, drawn by the same components (src/web/app/prerender.tsx). */
function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        const shell = await readFile(join(dir, 'index.html'), 'utf8');
        const manifest: Manifest = JSON.parse(await readFile(join(dir, '.vite', 'manifest.json'), 'utf8'));
        await mkdir(join(dir, publicPagesFolder), { recursive: true });
        for (const page of await drawPages())
          await writeFile(
            join(dir, publicPagesFolder, `${page.name}.html`),
            fillShell(shell, page, manifest),
          );
      },
    },
  };
}

/** Builds the page for Node, below this folder, where its packages are found, and draws with it. */
async function drawPages(): Promise<PrerenderedPage[]> {
  const dist = fileURLToPath(new URL('dist', import.meta.url));
  await mkdir(dist, { recursive: true });
  const folder = await mkdtemp(join(dist, '.prerender-'));
  try {
    await build({
      configFile: fileURLToPath(import.meta.url),
      logLevel: 'warn',
      build: { ssr: 'app/prerender.tsx', outDir: folder, manifest: false, copyPublicDir: false },
    });
    const { prerenderPages } = await import(pathToFileURL(join(folder, 'prerender.js')).href);
    return await prerenderPages();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function fillShell(shell: string, { title, html, module }: PrerenderedPage, manifest: Manifest): string {
  const { scripts, styles } = collectPage(manifest, module);
  const links = [
    ...scripts.map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...styles.map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].filter(link => !shell.includes(link));
  const head = links.map(link => `    ${link}\n`).join('');
  return shell
    .replace(/<title>[^<]*<\/title>/u, () => `<title>${title}</title>`)
    .replace('  </head>', () => `${head}  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

/** What a screen needs that comes in a chunk of its own: its scripts and styles, and those that it imports. */
function collectPage(manifest: Manifest, module: string | undefined) {
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const waiting = module === undefined ? [] : [module];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no part "${name}".`);
    if (scripts.has(chunk.file)) continue;
    scripts.add(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
    waiting.push(...(chunk.imports ?? []));
  }
  return { scripts: [...scripts], styles: [...styles] };
}

/** Lays a Brotli and a gzip copy beside each text file, so that the server never compresses while somebody waits. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }) {
        const names = await readdir(dir, { recursive: true });
        await Promise.all(
          names.filter(name => compressible.test(name)).map(name => compressFile(join(dir, name))),
        );
      },
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

// Builds the console into console/dist: node console/build/build-console.ts
// scripts/bootstrap.mjs and the image run it; nothing else does, so that a warm start loads no builder.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '..')
const outDir = join(root, 'dist')

await build({
  root,
  configFile: false,
  // Chunks and styles are found relative to the file that names them, so PUBLIC_URL may have a path.
  base: './',
  logLevel: 'warn',
  publicDir: false,
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    // The editor is larger than a screen should be, and loaded only to write.
    chunkSizeWarningLimit: 600,
    modulePreload: { polyfill: false },
    target: 'baseline-widely-available',
    rollupOptions: {
      input: join(root, 'src/main.tsx'),
      // Directives of libraries mean something to servers that render React, and nothing in a browser.
      onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
    },
  },
})
for (const file of globSync('assets/*.{js,css}', { cwd: outDir })) compress(join(outDir, file))

/** Writes compressed copies beside a file, so that no request is compressed; without TLS, browsers take gzip alone. */
function compress(path: string) {
  const bytes = readFileSync(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

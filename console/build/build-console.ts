// Builds the console into console/dist: node console/build/build-console.ts
// scripts/bootstrap.mjs and the image run it; nothing else does, so that a warm start loads no builder.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { iconModule, iconModules } from './icon-modules.ts'
import { namedIcons } from './named-icons.ts'

const root = resolve(import.meta.dirname, '..')
const outDir = join(root, 'dist')

/**
 * Without groups, each set of screens that shares something has a chunk of its own: the first screen would load thirty of
 * them, most of a few hundred bytes, and browsers load six files at a time.
 */
const chunkGroups = [
  { name: 'start', tags: ['$initial' as const], minShareCount: 2 },
  { name: 'icons', test: iconModule, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1500 },
]

await build({
  root,
  configFile: false,
  // Chunks and styles are found relative to the file that names them, so PUBLIC_URL may have a path.
  base: './',
  logLevel: 'warn',
  publicDir: false,
  plugins: [iconModules(), namedIcons()],
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:4]' } },
  build: {
    outDir,
    emptyOutDir: true,
    assetsDir: 'assets',
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    // The editor is larger than a screen should be, and loaded only to write.
    chunkSizeWarningLimit: 600,
    modulePreload: {
      polyfill: false,
      // The page itself loads what the console starts with.
      resolveDependencies: (_, files) => files.filter((file) => !/^assets\/(?:start|rolldown-runtime)-/.test(file)),
    },
    target: 'baseline-widely-available',
    rollupOptions: {
      input: join(root, 'src/main.tsx'),
      output: {
        // A chunk of icons is named after all screens that share it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: { groups: chunkGroups },
      },
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

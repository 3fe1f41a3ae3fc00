import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { notFound, type Visit, VisitAnswer } from '@quire/kit'
import { encodingFor } from '../encodings.ts'

/** The one script and the one stylesheet of all pages. Their names hold their hashes, so that they may be kept for ever. */
export interface PageAssets {
  script: string
  style: string
  files: ReadonlyMap<string, Asset>
}

interface Asset {
  type: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

const folder = new URL('.', import.meta.url)
/** Under the public address, for all sites together; it is no name of a site. */
const place = '/sites/-/'
/** The same at a host of a site's own, whose address has no path. */
const placeAtHost = '/-/'
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Reads script and styles from beside this file. `publicUrl` says which path the public address has. */
export function openAssets(publicUrl: string): PageAssets {
  const { script, style } = bundled()
  const [scriptName, styleName] = [`assets/${nameOf(script)}.js`, `assets/${nameOf(style)}.css`]
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '') + place
  return {
    script: prefix + scriptName,
    style: prefix + styleName,
    files: new Map([
      [scriptName, script],
      [styleName, style],
    ]),
  }
}

/** How pages name the files at a host of a site's own. */
export const atHost = ({ files, ...names }: PageAssets): PageAssets => ({
  files,
  script: placeAtHost + names.script.slice(names.script.indexOf(place) + place.length),
  style: placeAtHost + names.style.slice(names.style.indexOf(place) + place.length),
})

/** Made once in a process: to compress them takes a tenth of a second. */
const bundled = () =>
  (made ??= {
    script: asset('text/javascript; charset=utf-8', bundledScript()),
    style: asset('text/css; charset=utf-8', bundledStyle()),
  })
let made: { script: Asset; style: Asset } | undefined

const asset = (type: string, text: string): Asset => {
  const plain = Buffer.from(text)
  return { type, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) }
}

const nameOf = ({ plain }: Asset) => hash('sha256', plain, 'base64url').slice(0, 16)

/** Starts the others. */
const main = 'main.mjs'

/**
 * The modules of the script as one, without comments. They import nothing but each other and have no name twice, so
 * they can stand one behind another, and the one that starts them is the last.
 */
function bundledScript(): string {
  const names = readdirSync(new URL('browser/', folder)).filter((name) => name.endsWith('.mjs') && name !== main)
  const modules = [...names.sort(), main].map((name) =>
    textOf(`browser/${name}`)
      .replaceAll(/^import .*$/gm, '')
      .replaceAll(/^export /gm, '')
      .replaceAll(/\/\*\*?[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
      .replaceAll(/^\s+/gm, ''),
  )
  return `(()=>{"use strict";\n${modules.join('\n')}})()\n`
}

function bundledStyle(): string {
  const names = readdirSync(new URL('styles/', folder)).filter((name) => name.endsWith('.css'))
  return names
    .sort()
    .map((name) => textOf(`styles/${name}`))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n')
}

/** A file of the pages, by its path below `/sites/-/`, or `/-/` of a host; throws 404. */
export function assetAnswer({ files }: PageAssets, path: string, visit: Visit): VisitAnswer {
  const found = files.get(path)
  if (!found) throw notFound('The file')
  const encoding = encodingFor(visit)
  const headers = {
    'Content-Type': found.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  return new VisitAnswer(200, headers, found[encoding ?? 'plain'])
}

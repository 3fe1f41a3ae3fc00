import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { notFound, VisitAnswer, type VisitRequest } from '@quire/kit'
import { encodingFor } from '../cache/visit-answers.ts'
import { fontAsset, fontSheetPath } from './font-files.ts'

/** The script, the stylesheet and the font of all pages. Their names contain their hashes, so clients may cache them forever. */
export interface PageAssets {
  script: string
  style: string
  /** Returns the address of the style sheet of a font that Quire ships; undefined for any other font. */
  font(name: string): string | undefined
  /** Returns the address of an asset by its path below `-/`. */
  hrefOf(path: string): string
  files: ReadonlyMap<string, Asset>
}

interface Asset {
  type: string
  plain: Buffer
  /** Absent for files that are compressed already. */
  br?: Buffer
  gzip?: Buffer
}

const folder = new URL('.', import.meta.url)
/** The path under the public address, the same for all sites; no site has the name `-`. */
const sharedPath = '/sites/-/'
/** The path at a custom hostname. */
const hostPath = '/-/'
const textOf = (name: string) => readFileSync(new URL(name, folder), 'utf8')

/** Reads script and styles from beside this file. `publicUrl` determines the path of the public address. */
export function openAssets(publicUrl: string): PageAssets {
  const { script, style, font, licence } = bundled()
  const [scriptName, styleName] = [`assets/${nameOf(script)}.js`, `assets/${nameOf(style)}.css`]
  const prefix = new URL(publicUrl).pathname.replace(/\/$/, '') + sharedPath
  return {
    script: prefix + scriptName,
    style: prefix + styleName,
    font: fontAddress(prefix),
    hrefOf: (path) => prefix + path,
    files: new Map([
      [scriptName, script],
      [styleName, style],
      [fontName(font), font],
      [licenceName, licence],
    ]),
  }
}

/** Returns the assets as pages at a custom hostname name them. */
export const atHost = ({ files, ...names }: PageAssets): PageAssets => ({
  files,
  script: hostPath + names.script.slice(names.script.indexOf(sharedPath) + sharedPath.length),
  style: hostPath + names.style.slice(names.style.indexOf(sharedPath) + sharedPath.length),
  font: fontAddress(hostPath),
  hrefOf: (path) => hostPath + path,
})

/** The folder of the fonts below the assets. */
const fontFolder = 'assets/fonts/'

const fontAddress = (prefix: string) => (name: string) => {
  const path = fontSheetPath(name)
  return path && prefix + fontFolder + path
}

/** Built once per process: compression takes a tenth of a second. */
const bundled = () => (made ??= readAll())
let made: ReturnType<typeof readAll> | undefined

function readAll() {
  const font = { type: 'font/woff2', plain: readFileSync(packaged('files/stix-two-math-latin-400-normal.woff2')) }
  // Browsers load the font for pages with formulas only.
  const face = `@font-face{font-family:'Quire Math';src:url(${fontName(font).slice('assets/'.length)}) format('woff2');font-display:swap}`
  return {
    font,
    licence: asset('text/plain; charset=utf-8', readFileSync(packaged('LICENSE'), 'utf8')),
    script: asset('text/javascript; charset=utf-8', bundledScript()),
    style: asset('text/css; charset=utf-8', face + bundledStyle()),
  }
}

/** STIX Two Math (SIL OFL 1.1) has the table of measures that browsers set formulas by; few systems have such a font. */
const packaged = (name: string) => createRequire(import.meta.url).resolve(`@fontsource/stix-two-math/${name}`)
const fontName = (font: Asset) => `assets/${nameOf(font)}.woff2`
/** The licence asks to be found beside the font. */
const licenceName = 'assets/math-font-licence.txt'

const asset = (type: string, text: string): Asset => {
  const plain = Buffer.from(text)
  return { type, plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) }
}

const nameOf = ({ plain }: Pick<Asset, 'plain'>) => hash('sha256', plain, 'base64url').slice(0, 16)

/** The module that starts the others. */
const main = 'main.mjs'

/**
 * Concatenates the modules of the script, without comments. They import only each other and no top-level name occurs
 * twice, so they can share one scope; the module that starts them is last.
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

/** The name of a file changes with its content. */
const forever = 'public, max-age=31536000, immutable'

async function fontAnswer(path: string): Promise<VisitAnswer> {
  const found = await fontAsset(path)
  if (!found) throw notFound('The file')
  return new VisitAnswer(200, { 'Content-Type': found.type, 'Cache-Control': forever }, found.bytes)
}

/** Answers with a file by its path below `/sites/-/`, or `/-/` of a custom hostname; throws 404. */
export async function assetAnswer({ files }: PageAssets, path: string, visit: VisitRequest): Promise<VisitAnswer> {
  if (path.startsWith(fontFolder)) return fontAnswer(path.slice(fontFolder.length))
  const found = files.get(path)
  if (!found) throw notFound('The file')
  const encoding = found.br && encodingFor(visit)
  const headers = {
    'Content-Type': found.type,
    'Cache-Control': forever,
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
  }
  return new VisitAnswer(200, headers, found[encoding ?? 'plain'])
}

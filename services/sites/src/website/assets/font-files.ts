import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { shippedFonts } from '../render/theme/fonts.ts'

/** The shipped part of a package of fonts. */
interface FontPackage {
  /** The folder below the assets; it contains the version of the package, so clients may cache its files forever. */
  folder: string
  /** The style sheet that declares the files. */
  sheet: string
  /** Paths on the disk, by name. */
  files: ReadonlyMap<string, string>
}

/** A font's style sheet, or one of its files. */
interface FontAsset {
  type: string
  bytes: Buffer
}

const require = createRequire(import.meta.url)
const known = new Map<string, FontPackage>()
/** The files that visitors ask for most; all of them together are 30 MB. */
const maxFontBytes = 4 * 1024 ** 2
const cache = new LRUCache<string, Buffer>({ maxSize: maxFontBytes, sizeCalculation: ({ length }) => length || 1 })

/** Style sheets of a package that pages use: regular and italic, in weights from text to headings. */
const sheetNames = ['wght', 'wght-italic', '400', '400-italic', '500', '600', '700']

/** Returns the path of a shipped font's style sheet below the assets; undefined for any other font. */
export const fontSheetPath = (name: string): string | undefined => {
  const found = fontNamed(name)
  return found && `${found.folder}/font.css`
}

/** Returns a style sheet or file by its path below the assets; undefined if there is none. */
export async function fontAsset(path: string): Promise<FontAsset | undefined> {
  const [, folder, name = '', file = ''] = /^((\w+)-[\w.]+)\/(font\.css|files\/[\w-]+\.woff2)$/.exec(path) ?? []
  const found = fontNamed(name)
  if (!found || found.folder !== folder) return undefined
  if (file === 'font.css') return { type: 'text/css; charset=utf-8', bytes: Buffer.from(found.sheet) }
  const place = found.files.get(file.slice('files/'.length))
  if (place === undefined) return undefined
  const bytes = cache.get(place) ?? (await readFile(place))
  cache.set(place, bytes)
  return { type: 'font/woff2', bytes }
}

function fontNamed(name: string): FontPackage | undefined {
  if (!Object.hasOwn(shippedFonts, name)) return undefined
  const before = known.get(name)
  if (before) return before
  const found = packageOf(name as keyof typeof shippedFonts)
  known.set(name, found)
  return found
}

/** Reads the style sheets of a package. Files in the older format, which no supported browser needs, are left out. */
function packageOf(name: keyof typeof shippedFonts): FontPackage {
  const manifest = require.resolve(`${shippedFonts[name].package}/package.json`)
  const at = dirname(manifest)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  const present = new Set(readdirSync(at))
  const sheet = sheetNames
    .filter((one) => present.has(`${one}.css`))
    .map((one) => readFileSync(join(at, `${one}.css`), 'utf8'))
    .join('\n')
    .replaceAll(/, url\([^)]*\.woff\) format\('woff'\)/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\/\s*/g, '')
  const names = [...sheet.matchAll(/url\(\.\/files\/([\w-]+\.woff2)\)/g)].flatMap(([, file]) => file ?? [])
  const files = new Map(names.map((file) => [file, join(at, 'files', file)]))
  return { folder: `${name}-${version}`, sheet, files }
}

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { faGripVertical, faMagnifyingGlass, type IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '..')
const dist = resolve(root, 'dist')

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(resolve(dist, 'manifest.json'), 'utf8'))

/** Everything that a browser loads with chunks of the manifest, by its file. */
function filesWith(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const { file, css = [], imports = [] } = manifest[name] as Chunk
    if (seen.has(file)) continue
    for (const one of [file, ...css]) seen.add(one)
    filesWith(imports, seen)
  }
  return seen
}

const bytesOf = (file: string) => readFileSync(resolve(dist, `${file}.br`)).length
const maxBytes = 180_000

test('the console with its largest first screen, its texts and its font is loaded with at most 180 kB', () => {
  const start = filesWith(['src/main.tsx'])
  const [latin = ''] = globSync('assets/inter-latin-wght-normal-*.woff2', { cwd: dist })
  const texts = Object.keys(manifest).filter((name) => name.startsWith('src/words/general/'))
  expect(texts.length).toBeGreaterThan(1)
  for (const screen of ['src/screens/sign-in/sign-in.tsx', 'src/screens/organization/overview.tsx']) {
    const largestTexts = Math.max(...texts.map((name) => bytesOf(manifest[name]?.file ?? '')))
    const files = filesWith([screen], new Set(start))
    const bytes = [...files].map(bytesOf).reduce((sum, one) => sum + one, 0)
    const font = readFileSync(resolve(dist, latin)).length
    expect(bytes + font + largestTexts).toBeLessThan(maxBytes)
  }
})

test('the console starts with a few files, none of which has the icons of other screens', () => {
  const start = [...filesWith(['src/main.tsx'])]
  expect(start.length).toBeLessThan(8)
  const texts = start.filter((file) => file.endsWith('.js')).map((file) => readFileSync(resolve(dist, file), 'utf8'))
  const holds = ({ icon: [, , , , path] }: IconDefinition) => texts.some((text) => text.includes(String(path)))
  expect([holds(faMagnifyingGlass), holds(faGripVertical)]).toEqual([true, false])
})

test('each screen is a chunk of its own, which is loaded when it is opened', () => {
  const routes = globSync('src/*{router,-routes}.tsx', { cwd: root })
  const router = routes.map((file) => readFileSync(resolve(root, file), 'utf8')).join('\n')
  const screens = [...router.matchAll(/import\('\.\/(.+?)'\)/g)].map(([, path]) => `src/${path}`)
  expect(screens.length).toBeGreaterThan(10)
  const start = filesWith(['src/main.tsx'])
  for (const screen of new Set(screens)) {
    expect(manifest['src/main.tsx']?.dynamicImports).toContain(screen)
    expect([screen, start.has(manifest[screen]?.file ?? '')]).toEqual([screen, false])
  }
})

test('nothing of the declarations of the interface is in the bundle', () => {
  const scripts = globSync('assets/*.js', { cwd: dist })
  expect(scripts.length).toBeGreaterThan(10)
  for (const script of scripts)
    expect([script, /ZodError|_zod\b|useSession/.test(readFileSync(resolve(dist, script), 'utf8'))]).toEqual([
      script,
      false,
    ])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { importsOf } from '../../scripts/folders.ts'
import { services } from '../embedded/src/index.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Stage {
  name: string
  base: string
  /** Paths that it copies from the repository. */
  copied: string[]
}

/** Reads the stages of the Dockerfile, with the paths that each takes from the build context. */
function stages(): Stage[] {
  const found: Stage[] = []
  for (const line of read('deploy/docker/Dockerfile')
    .replace(/\\\n\s*/g, '')
    .split('\n')) {
    const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? []
    if (base) found.push({ name, base, copied: [] })
    const [, paths] = /^COPY (?!--from)(.+)$/.exec(line) ?? []
    if (paths) found.at(-1)?.copied.push(...paths.split(' ').slice(0, -1))
  }
  return found
}

/** Follows the imports of programs through the files of the repository. */
function importedBy(programs: string[]): string[] {
  const found = new Set(programs)
  for (const file of found) {
    for (const specifier of importsOf(join(root, file))) {
      const target = fileOf(specifier, file)
      if (target !== undefined) found.add(target)
    }
  }
  return [...found]
}

/** Returns what a stage has from the repository, with the stages that it begins with. */
function copiedBy(name: string): string[] {
  const stage = stages().find((one) => one.name === name)
  return stage ? [...copiedBy(stage.base), ...stage.copied] : []
}

const ignoring = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), pattern: patternOf(line.replace(/^!/, '')) }))

function patternOf(line: string): RegExp {
  const source = line
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('**/', '\0')
    .replaceAll('*', '[^/]*')
    .replaceAll('\0', '(?:.*/)?')
  return new RegExp(`^${source}(?:/|$)`)
}

/** True if .dockerignore lets a path into the build context: the last pattern that the path or a folder above it has counts. */
const isInContext = (path: string) => ignoring.findLast(({ pattern }) => pattern.test(path))?.isKept ?? true

const isBeneath = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

const manifests = globSync('libs/*/package.json', { cwd: root }).map((path) => ({
  folder: dirname(path),
  ...(JSON.parse(read(path)) as { name: string; exports: string | Record<string, string> }),
}))

/** Returns the file of this repository that an import leads to; undefined for one of an installed package. */
function fileOf(specifier: string, importer: string): string | undefined {
  const path = specifier.split('?')[0] ?? ''
  if (path.startsWith('.')) return relative(root, resolve(root, dirname(importer), path))
  const own = manifests.find(({ name }) => isBeneath(path, name))
  if (!own) return undefined
  const exported: Record<string, string> = typeof own.exports === 'string' ? { '.': own.exports } : own.exports
  return join(own.folder, exported[`.${path.slice(own.name.length)}`] ?? '')
}

/** The settings of TypeScript by which a builder reads a file, and those that they extend. */
function configsOf(folder: string): string[] {
  const path = join(folder, 'tsconfig.json')
  if (!existsSync(join(root, path))) return folder === '.' ? [] : configsOf(dirname(folder))
  const extended: string | undefined = JSON.parse(read(path)).extends
  return [path, ...(extended ? configsOf(join(folder, dirname(extended))) : [])]
}

/** Lists the files of the repository that the builder of the console reads. */
function readByConsole(): Set<string> {
  const found = new Set(globSync('console/{build,src}/**/*.{ts,tsx,css}', { cwd: root, exclude: ['**/*.test.ts'] }))
  for (const file of found) {
    for (const config of configsOf(dirname(file))) found.add(config)
    const imported = /\.tsx?$/.test(file) ? importsOf(join(root, file)) : []
    for (const specifier of imported) {
      const target = fileOf(specifier, file)
      if (target !== undefined) found.add(target)
    }
  }
  return found
}

test('the image has everything that the console is built from', () => {
  const copied = copiedBy('console')
  const files = [...readByConsole()]
  expect(files).toEqual(
    expect.arrayContaining(['tsconfig.json', 'console/src/main.tsx', 'libs/contracts/src/index.ts']),
  )
  const missing = files.filter((file) => !isInContext(file) || !copied.some((folder) => isBeneath(file, folder)))
  expect(missing).toEqual([])
})

test('the image of secrets and databases has what these programs import, and no other source that an upgrade could change', () => {
  const imported = importedBy(['deploy/docker/secrets.ts', 'deploy/docker/databases.ts'])
  const copied = stages().find(({ name }) => name === 'prepare-packages')?.copied ?? []
  expect(imported.filter((file) => !copied.some((path) => isBeneath(file, path)))).toEqual([])
  expect(
    copied.filter((path) => !path.endsWith('package.json') && !imported.some((file) => isBeneath(file, path))),
  ).toEqual([])
})

test('everything that an image copies is there, and is let into the build', () => {
  const copied = stages().flatMap((stage) => stage.copied)
  expect(copied.length).toBeGreaterThan(10)
  const paths = copied.flatMap((path) => services.map((name) => path.replace(/\$\{SERVICE\}/g, name)))
  expect(paths.filter((path) => !existsSync(join(root, path)) || !isInContext(path))).toEqual([])
  expect(['console/dist/manifest.json', 'libs/kit/node_modules/pg', 'README.md', '.env'].filter(isInContext)).toEqual(
    [],
  )
})

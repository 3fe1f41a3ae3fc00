import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { connectionsBesidePool, DatabaseConfig } from '../../libs/kit/src/config.ts'
import { AiConfig } from '../../services/ai/src/app.ts'
import { ContentConfig } from '../../services/content/src/config.ts'
import { SitesConfig } from '../../services/sites/src/app.ts'

const root = resolve(import.meta.dirname, '../..')
const mebibyte = 1024 ** 2

const services = ['gateway', 'identity', 'sites', 'content', 'ai'] as const
/** The memory of a process at rest, and of its requests in progress with the garbage that they leave. */
const withoutCaches = 240 * mebibyte
/** The memory of a thread besides the objects that its setting bounds: young objects and the stack. */
const threadMb = 20
/** An import of the largest archive. */
const importMb = 300

/** Memory for the threads of a service, and for other work that it bounds by a number at a time, in bytes. */
const work = {
  gateway: 0,
  identity: 0,
  sites: bytesOf(threadsFor(SitesConfig.shape)),
  content: bytesOf(
    threadsFor(ContentConfig.shape, 1) + searchFor(ContentConfig.shape),
    // One thread for the specifications of organizations and one for those in files.
    2 * (defaultOf(ContentConfig.shape.OPENAPI_MEMORY_MB) + threadMb),
    defaultOf(ContentConfig.shape.PDFS_AT_ONCE) * defaultOf(ContentConfig.shape.PDF_MEMORY_MB),
    // As many again go on beside imports that have lasted for IMPORT_PLACE_SECONDS.
    2 * defaultOf(ContentConfig.shape.IMPORTS_AT_ONCE) * importMb,
  ),
  ai: bytesOf(threadsFor(AiConfig.shape, 1) + searchFor(AiConfig.shape)),
}

interface Setting {
  parse(value: undefined): number
}

function defaultOf(setting: Setting): number {
  return setting.parse(undefined)
}

/** Adds up megabytes; returns bytes. */
function bytesOf(...megabytes: number[]): number {
  return megabytes.reduce((sum, one) => sum + one, 0) * mebibyte
}

/** The threads for texts; `background` ones do not work for requests. */
function threadsFor(shape: { PARSING_THREADS: Setting; PARSING_MEMORY_MB: Setting }, background = 0): number {
  return (defaultOf(shape.PARSING_THREADS) + background) * (defaultOf(shape.PARSING_MEMORY_MB) + threadMb)
}

/** The cache of an index, and the threads that search it and build it, each of which has as much for objects. */
function searchFor(shape: { SEARCH_THREADS: Setting; SEARCH_MEMORY_MB: Setting }): number {
  const memoryMb = defaultOf(shape.SEARCH_MEMORY_MB)
  return memoryMb + (defaultOf(shape.SEARCH_THREADS) + 1) * (memoryMb + threadMb)
}

/** Connections of a process, each of which has a cache of its own. */
const connections = DatabaseConfig.shape.DATABASE_POOL.parse(undefined) + connectionsBesidePool

/** Returns the folders of a package and of the libraries that it uses. */
function foldersOf(folder: string): string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const own = Object.keys(dependencies).flatMap((name) => (name.startsWith('@quire/') ? [`libs/${name.slice(7)}`] : []))
  return [...new Set([folder, ...own.flatMap(foldersOf)])]
}

interface Cache {
  file: string
  /** Undefined if the cache has no bound in bytes. */
  bytes: number | undefined
}

/** Finds the caches in the code of a package, each with the constant of its file that bounds it. */
function cachesIn(folder: string): Cache[] {
  return globSync('src/**/*.ts', { cwd: join(root, folder) }).flatMap((path) => {
    const file = join(folder, path)
    const code = readFileSync(join(root, file), 'utf8')
    if (path.endsWith('.test.ts') || !code.includes('new LRUCache')) return []
    return code
      .split('new LRUCache')
      .slice(1)
      .map((made) => {
        // A cache of one entry, such as a document that is being exported, belongs to the work that uses it.
        if (/^[^(]*\(\{ max: 1 \}\)/.test(made)) return { file, bytes: 0 }
        // The bound of the views is a setting, which `searchFor` counts.
        if (file.endsWith('store/view-cache.ts')) return { file, bytes: 0 }
        const [, name] = /^[\s\S]{0,200}?(?:maxSize: |lruOptions\()(max\w*Bytes)\b/.exec(made) ?? []
        const [, product] = new RegExp(`^const ${name} = ([\\d_ *]+)$`, 'm').exec(code) ?? []
        const times = file.endsWith('db/preparing-client.ts') ? connections : 1
        return { file, bytes: product === undefined ? undefined : times * productOf(product) }
      })
  })
}

/** Computes a product of numbers, such as `8 * 1024 ** 2`. */
const productOf = (text: string) =>
  text
    .split(/ \* /)
    .map((factor) => factor.split(' ** ').map((number) => Number(number.replaceAll('_', ''))))
    .reduce((product, [base = Number.NaN, exponent = 1]) => product * base ** exponent, 1)

/** Reads how much memory the container of a service requests, or may have. */
function memoryOf(service: string, of: 'requests' | 'limits'): number {
  const [deployment = ''] = readFileSync(join(root, `deploy/kubernetes/${service}.yaml`), 'utf8').split('\n---\n')
  return sizeOf(parse(deployment).spec.template.spec.containers[0].resources[of].memory)
}

const units: Record<string, number> = {
  MB: 1000 ** 2,
  Mi: mebibyte,
  MiB: mebibyte,
  Gi: 1024 * mebibyte,
  GiB: 1024 * mebibyte,
}

/** Returns the bytes of a size as manifests and manuals write it, such as `256Mi` or `255 MB`. */
function sizeOf(text: string): number {
  const [, size, unit = ''] = /^(\d+) ?(\w+)$/.exec(text) ?? []
  return Number(size) * (units[unit] ?? Number.NaN)
}

/** Reads a service's row of the table of measured memory. */
function measuredMemory(service: string) {
  const manual = readFileSync(join(root, 'docs/scaling.md'), 'utf8')
  const [, table = ''] = /^### Memory of a process$(.*?)^#/ms.exec(manual) ?? []
  const [, cells = ''] = new RegExp(`^\\| ${service} \\| (.*) \\|$`, 'm').exec(table) ?? []
  const [idle = Number.NaN, loaded = Number.NaN, requested, limit] = cells.split(' | ').map(sizeOf)
  return { idle, loaded, requested, limit }
}

test.each(services)('the caches and threads of %s fit into its memory, all of them full', (service) => {
  const caches = foldersOf(`services/${service}`).flatMap(cachesIn)
  expect(caches.filter(({ bytes }) => bytes === undefined)).toEqual([])
  const total = caches.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  expect(total + work[service]).toBeGreaterThan(0)
  expect(total + work[service] + withoutCaches).toBeLessThanOrEqual(memoryOf(service, 'limits'))
})

/** The part of a request that a process may leave unused: what is requested is kept from all others. */
const spare = 0.25

test.each(services)('%s requests the memory that was measured under load, and little more', (service) => {
  const { idle, loaded, requested, limit } = measuredMemory(service)
  expect([requested, limit]).toEqual([memoryOf(service, 'requests'), memoryOf(service, 'limits')])
  expect(idle).toBeLessThan(loaded)
  expect(requested).toBeGreaterThanOrEqual(loaded)
  expect(requested).toBeLessThanOrEqual(loaded * (1 + spare))
})

test('the bounds of caches are read as they are written', () => {
  expect(['8 * 1024 ** 2', '20_000_000', '3'].map(productOf)).toEqual([8 * mebibyte, 20_000_000, 3])
  const found = cachesIn('services/sites').map(({ file }) => file)
  expect(found).toContain('services/sites/src/website/cache/page-cache.ts')
})

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { DatabaseConfig } from '@quire/kit'
import { parse } from 'yaml'
import { SitesConfig } from '../../services/sites/src/app.ts'

const root = resolve(import.meta.dirname, '../..')
const mebibyte = 1024 ** 2

/** The services that run within the least memory. */
const services = ['gateway', 'identity', 'sites'] as const
/** The memory of a process at rest, and of its requests in progress with the garbage that they leave. */
const withoutCaches = 240 * mebibyte
/** Heap limits of the threads that a service starts for requests. */
const threads = { gateway: 0, identity: 0, sites: heapOfThreads() }

function heapOfThreads(): number {
  const { PARSING_THREADS, PARSING_MEMORY_MB } = SitesConfig.shape
  return PARSING_THREADS.parse(undefined) * PARSING_MEMORY_MB.parse(undefined) * mebibyte
}

/** Connections of a process, each of which has a cache of its own. */
const connections = DatabaseConfig.shape.DATABASE_POOL.parse(undefined) + 6

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

/** Reads the memory limit of a service's container. */
function memoryLimit(service: string): number {
  const [deployment = ''] = readFileSync(join(root, `deploy/kubernetes/${service}.yaml`), 'utf8').split('\n---\n')
  const { memory } = parse(deployment).spec.template.spec.containers[0].resources.limits
  return Number(/^(\d+)Mi$/.exec(memory)?.[1]) * mebibyte
}

test.each(services)('the caches of %s fit into its memory, all of them full', (service) => {
  const caches = foldersOf(`services/${service}`).flatMap(cachesIn)
  expect(caches.filter(({ bytes }) => bytes === undefined)).toEqual([])
  const total = caches.reduce((sum, { bytes = 0 }) => sum + bytes, 0)
  expect(total + threads[service]).toBeGreaterThan(0)
  expect(total + threads[service] + withoutCaches).toBeLessThanOrEqual(memoryLimit(service))
})

test('the bounds of caches are read as they are written', () => {
  expect(['8 * 1024 ** 2', '20_000_000', '3'].map(productOf)).toEqual([8 * mebibyte, 20_000_000, 3])
  const found = cachesIn('services/sites').map(({ file }) => file)
  expect(found).toContain('services/sites/src/website/cache/page-cache.ts')
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { misspeltVariables } from '../../libs/kit/src/settings/read-config.ts'
import { services } from '../embedded/src/index.ts'
import { clusterLocale } from '../embedded/src/postgres.ts'
import { environmentOfPostgres } from '../embedded/src/test-servers.ts'

const read = (path: string) => readFileSync(resolve(import.meta.dirname, path), 'utf8')

interface Container {
  image: string
  build?: object
  pull_policy?: string
  profiles?: string[]
  volumes?: string[]
  deploy?: { replicas: string }
  depends_on?: Record<string, { condition: string }>
  entrypoint?: string[]
  labels?: Record<string, string>
  env_file: { path: string; required: boolean }[]
  environment: Record<string, unknown>
  stop_grace_period: string
}

const compose: { services: Record<string, Container> } = parse(read('../../docker-compose.yml'), { merge: true })
const containers = Object.entries(compose.services)
const ours = [...services, 'rotate-keys', 'doctor'].map((name) => [name, compose.services[name]] as const)

/** The variables that the file sets itself. `environment` overrides `.env`, so it must not contain others. */
const addresses = ['IDENTITY_URL', 'CONTENT_URL', 'SITES_URL', 'AI_URL']
/** Read from .env by this file alone, which decides that no process is given them. */
const ofFile = [...read('../../docker-compose.yml').matchAll(/\$\{(\w+)/g)]
  .flatMap(([, name]) => name ?? [])
  .filter((name) => name !== 'PUBLIC_URL')
const decided = new Set(['PUBLIC_URL', ...addresses, ...ofFile])
const ofOne: Record<string, string[]> = {
  gateway: ['METRICS_HOST', 'METRICS_PORT'],
  sites: ['INTEGRATION_BUNDLE_API_URL'],
  doctor: ['HOST'],
}

test.each(ours)('every variable that an operator sets in .env reaches %s', (name, container) => {
  expect(container?.env_file).toEqual([{ path: '.env', required: false }])
  const own = ofOne[name] ?? []
  const { environment = {} } = container ?? {}
  expect(Object.keys(environment).toSorted()).toEqual([...decided, ...own].toSorted())
  // Compose reads .env for this file too.
  expect(environment.PUBLIC_URL).toBe(`\${PUBLIC_URL:-http://localhost:\${QUIRE_PORT:-4000}}`)
})

test.each(ours)('a number in .env that the file alone reads does not recreate %s', (_name, container) => {
  // Any value in .env is part of a container, unless the file sets another.
  const { environment = {} } = container ?? {}
  expect(ofFile).toEqual(expect.arrayContaining(['AI_REPLICAS', 'POSTGRES_MAX_CONNECTIONS', 'OBSERVABILITY_PORT']))
  expect(ofFile.filter((name) => environment[name] !== '')).toEqual([])
})

test('no process takes a variable that the file reads from .env for a misspelt setting', () => {
  expect(misspeltVariables(Object.fromEntries(ofFile.map((name) => [name, '3'])))).toEqual([])
})

test('each image is built by one service, and the others that run it never ask a registry for it', () => {
  const own = containers.filter(([, { image }]) => image.startsWith('quire-'))
  const built = own.filter(([, { build }]) => build)
  expect(built.map(([, { image }]) => image).toSorted()).toEqual(
    [...new Set(own.map(([, { image }]) => image))].toSorted(),
  )
  for (const [name, { build, pull_policy: policy }] of own)
    expect([name, policy]).toEqual([name, build ? undefined : 'never'])
})

test.each([
  ['postgres', '/secrets/superuser.password'],
  ['nats', '/etc/nats/secrets/authorization.conf'],
])('no new version of Quire replaces %s, which waits by itself for the file of its secret', (name, file) => {
  const { image = '', depends_on: dependencies, entrypoint, volumes = [] } = compose.services[name] ?? {}
  // Compose replaces a container with those that it depends on, and their images are built.
  expect([image, dependencies]).toEqual([expect.not.stringMatching(/^quire-/), undefined])
  expect(entrypoint).toEqual(['sh', '/await-file.sh', file, 'docker-entrypoint.sh'])
  expect(volumes).toContain('./deploy/docker/await-file.sh:/await-file.sh:ro')
  expect(volumes).toContain(`secrets-${name}:${dirname(file)}:ro`)
})

test('a version with other settings of NATS replaces its container, because a label follows them', () => {
  const revision = createHash('sha256').update(read('nats.conf')).digest('hex').slice(0, 12)
  expect(compose.services.nats?.labels).toEqual({ 'quire.nats.conf': revision })
})

test('the cluster of compose, and that of tests in containers, sorts as the one of npm start', () => {
  const given = [compose.services.postgres?.environment, environmentOfPostgres('secret')]
  const expected = clusterLocale.join(' ')
  expect(given.map((one) => one?.POSTGRES_INITDB_ARGS)).toEqual([expected, expected])
})

test('the commands of an upgrade build the images of all services, those of tools too, and then start with them', () => {
  const operations = read('../../docs/operations.md')
  const [build = '', up] = /^## Upgrade$.*?^```sh\n(docker compose .*?)^```$/ms.exec(operations)?.[1]?.split('\n') ?? []
  expect([build, up]).toEqual([expect.stringMatching(/ build$/), 'docker compose up --detach'])
  const named = [...build.matchAll(/--profile (\w+)/g)].map(([, profile]) => profile)
  const needed = containers.flatMap(([, { build: isBuilt, profiles }]) => (isBuilt ? (profiles ?? []) : []))
  expect(named).toEqual([...new Set(needed)])
})

test('the passphrase of a backup comes from the shell of the command, and reaches the backup alone', () => {
  const given = containers.filter(([, { environment }]) => 'BACKUP_PASSPHRASE' in (environment ?? {}))
  // Without a value, it is that of the shell.
  expect(given.map(([name, { environment }]) => [name, environment])).toEqual([['backup', { BACKUP_PASSPHRASE: null }]])
  const runs = read('../../docs/operations.md').match(/^.*docker compose run --rm -T backup.*$/gm) ?? []
  expect(runs.length).toBeGreaterThan(1)
  for (const run of runs) expect(run).toMatch(/^BACKUP_PASSPHRASE=… /)
})

test('the override of the manual gives sites a folder with the file that its setting names', () => {
  const operations = read('../../docs/operations.md')
  const [override, file] = [/^```yaml\n(services:.*?)^```$/ms, /INSIGHTS_GEO_FILE=(\S+\.mmdb)/].map(
    (pattern) => pattern.exec(operations)?.[1] ?? '',
  )
  const [mount = ''] = parse(override ?? '').services.sites.volumes
  const [, inside] = mount.split(':')
  expect([mount, file]).toEqual([expect.stringMatching(/:ro$/), expect.stringMatching(`^${inside}/`)])
  const taken = (compose.services.sites?.volumes ?? []).map((volume) => volume.split(':')[1])
  expect(taken).not.toContain(inside)
})

test('the number of replicas comes from .env, except that of the gateway, whose port only one can publish', () => {
  const replicas = containers.flatMap(([name, { deploy }]) => (deploy ? [[name, deploy.replicas]] : []))
  const expected = services
    .filter((name) => name !== 'gateway')
    .map((name) => [name, `\${${name.toUpperCase()}_REPLICAS:-1}`])
  expect(Object.fromEntries(replicas)).toEqual(Object.fromEntries(expected))
  // A command of the documentation that sets another number would be undone by the next `up`.
  expect(read('../../docs/operations.md')).not.toMatch(/--scale/)
})

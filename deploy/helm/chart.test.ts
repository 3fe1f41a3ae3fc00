import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import { connectionsBesidePool, DatabaseConfig } from '../../libs/kit/src/config.ts'
import { services } from '../embedded/src/index.ts'
import { databaseOwners } from '../embedded/src/start-settings.ts'
import { type Manifest, manifests, otherConnections } from '../kubernetes/manifests.fixture.ts'
import { renderedHeader, type Size, sizes, valuesOf } from './chart-sources.ts'

const read = (size: string) => readFileSync(join(import.meta.dirname, 'rendered', `${size}.yaml`), 'utf8')
const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`
const rendered = (size: string) =>
  new Map<string, Manifest>(
    parseAllDocuments(read(size), { version: '1.1' }).flatMap((document) => {
      const manifest: Manifest = document.toJS()
      return manifest ? [[keyOf(manifest), manifest]] : []
    }),
  )
/** The files of values that an installation is rendered with. */
const valuesIn = (size: Size): Manifest[] =>
  valuesOf[size].map((file) => parse(readFileSync(join(import.meta.dirname, file), 'utf8')))
/** The settings of a service in the values of an installation. */
const settingsOf = (size: Size, name: string): Record<string, unknown> =>
  Object.assign({}, ...valuesIn(size).map((values) => values[name]?.settings))
/** The lists that the values add to those of a service's pods. */
const addedTo = (size: Size, name: string, list: 'volumes' | 'volumeMounts'): Manifest[] =>
  valuesIn(size).flatMap((values) => values[name]?.[list] ?? [])
const { appVersion } = parse(readFileSync(join(import.meta.dirname, 'quire/Chart.yaml'), 'utf8'))
/** What the chart leaves to kustomize or to whoever installs it. */
const notInChart = ['Namespace quire']

test.each(sizes)(
  'what is rendered for a %s installation is of the chart as it is: node deploy/helm/render.ts',
  (size) => {
    expect(read(size).split('\n', 1)).toEqual([renderedHeader(size)])
  },
)

test.each(sizes)(
  'the chart of a %s installation has the manifests of kustomize, changed by its values alone',
  (size) => {
    const chart = rendered(size)
    const lacking = size === 'small' ? ['HorizontalPodAutoscaler ai', ...notInChart] : notInChart
    expect(
      manifests
        .map(keyOf)
        .filter((key) => !chart.has(key))
        .toSorted(),
    ).toEqual(lacking.toSorted())
    for (const manifest of manifests.filter(({ kind }) => !['ConfigMap', 'Namespace'].includes(kind))) {
      const key = keyOf(manifest)
      if (lacking.includes(key)) continue
      const expected = structuredClone(manifest)
      if (manifest.kind === 'Deployment') {
        const { name } = manifest.metadata
        expected.spec.replicas = chart.get(key).spec.replicas
        expected.spec.template.metadata.annotations = { 'checksum/config': expect.stringMatching(/^[0-9a-f]{64}$/) }
        const { containers, volumes } = expected.spec.template.spec
        containers[0].image = `registry.example.com/quire/${name}:${appVersion}`
        volumes.push(...addedTo(size, name, 'volumes'))
        containers[0].volumeMounts.push(...addedTo(size, name, 'volumeMounts'))
        if (key === 'Deployment content' && size === 'small') {
          const data = volumes.findIndex((volume: Manifest) => volume.name === 'data')
          volumes[data] = {
            name: 'data',
            persistentVolumeClaim: { claimName: 'quire-files' },
          }
          expected.spec.strategy = { type: 'Recreate' }
        }
      }
      if (key === 'Service gateway') expected.spec.type = 'ClusterIP'
      expect([key, chart.get(key)]).toEqual([key, expected])
    }
  },
)

test('replicas, files and settings follow the values of each size', () => {
  const replicasIn = (size: string) => services.map((name) => rendered(size).get(`Deployment ${name}`).spec.replicas)
  expect(replicasIn('small')).toEqual([1, 1, 1, 1, 1])
  expect(replicasIn('large')).toEqual([3, 2, 3, 3, undefined])
  const dataOf = (size: string, name: string) => rendered(size).get(`ConfigMap ${name}`).data
  // More than one replica of content needs files that all of them have.
  expect(dataOf('large', 'quire-content').BLOBS_S3_BUCKET).toBe('quire-files')
  expect(dataOf('small', 'quire-content')).toEqual({})
  expect(rendered('small').get('PersistentVolumeClaim quire-files').metadata.annotations).toEqual({
    'helm.sh/resource-policy': 'keep',
  })
  expect(dataOf('large', 'quire').SITES_HOST).toBe('sites.example.com')
})

test.each(sizes)(
  'docs/scaling.md has the connections that a %s installation takes, and servers allow as many',
  (size) => {
    const { DATABASE_POOL: pool } = DatabaseConfig.pick({ DATABASE_POOL: true }).parse({})
    const chart = rendered(size)
    const replicas = databaseOwners.map(
      (name) =>
        chart.get(`HorizontalPodAutoscaler ${name}`)?.spec.maxReplicas ?? chart.get(`Deployment ${name}`).spec.replicas,
    )
    // One more of each while it is replaced.
    const processes = replicas.reduce((sum, one) => sum + one, databaseOwners.length)
    const expected = [...replicas, processes, processes * (pool + connectionsBesidePool)]
    const scaling = readFileSync(join(import.meta.dirname, '../../docs/scaling.md'), 'utf8')
    const row = new RegExp(`^\\| chart with \`${size}\\.yaml\`.*? \\| ([\\d |]+) \\|$`, 'm').exec(scaling)
    const numbers = (row?.[1] ?? '').split(' | ').map(Number)
    expect(numbers.slice(0, -1)).toEqual(expected)
    expect(numbers.at(-1)).toBeGreaterThanOrEqual((expected.at(-1) ?? 0) + otherConnections)
  },
)

test.each(services)('the settings that the values of the chart give to %s reach its pods, and no others', (name) => {
  const chart = rendered('large')
  const [container] = chart.get(`Deployment ${name}`).spec.template.spec.containers
  const maps: string[] = container.envFrom.map((from: Manifest) => from.configMapRef.name)
  const env = Object.assign({}, ...maps.map((map) => chart.get(`ConfigMap ${map}`).data))
  for (const owner of services) {
    for (const [variable, value] of Object.entries(settingsOf('large', owner)))
      expect([variable, env[variable]]).toEqual([variable, owner === name ? `${value}` : undefined])
  }
  expect(settingsOf('large', name)).not.toEqual({})
})

test('a file that a setting names is on a volume that the values add to the pods', () => {
  const { INSIGHTS_GEO_FILE: file } = settingsOf('large', 'sites')
  const { containers, volumes } = rendered('large').get('Deployment sites').spec.template.spec
  const mount = containers[0].volumeMounts.find(({ mountPath }: Manifest) => `${file}`.startsWith(`${mountPath}/`))
  expect(volumes.map((volume: Manifest) => volume.name)).toContain(mount.name)
  // One of each name, and none in place of those that every pod has.
  const names = volumes.map((volume: Manifest) => volume.name)
  expect(names).toEqual([...new Set(names)])
})

test.each(sizes)('TLS of a %s installation ends at its Ingress, and each night it is saved', (size) => {
  const chart = rendered(size)
  const { spec } = chart.get('Ingress quire')
  const hosts = size === 'large' ? ['docs.example.com', '*.sites.example.com'] : ['docs.example.com']
  expect(spec.tls).toEqual([{ secretName: 'quire-tls', hosts }])
  expect(spec.rules.map(({ host }: Manifest) => host)).toEqual(hosts)
  for (const { http } of spec.rules)
    expect(http.paths[0].backend.service).toEqual({ name: 'gateway', port: { name: 'http' } })
  const pod = chart.get('CronJob backup').spec.jobTemplate.spec.template.spec
  expect(pod.containers[0].env).toEqual([{ name: 'BACKUPS_KEPT', value: '14' }])
  const data = pod.volumes.filter((volume: Manifest) => volume.persistentVolumeClaim?.claimName === 'quire-files')
  expect(data).toHaveLength(size === 'small' ? 1 : 0)
  // Only the node of content can mount its volume.
  const [beside] = pod.affinity?.podAffinity.requiredDuringSchedulingIgnoredDuringExecution ?? []
  const { labels } = chart.get('Deployment content').spec.template.metadata
  if (size === 'small') expect(beside.topologyKey).toBe('kubernetes.io/hostname')
  expect(labels).toMatchObject(beside?.labelSelector.matchLabels ?? {})
})

test.each(sizes)('the nginx in front of a %s installation passes on uploads of any size, as they come', (size) => {
  expect(rendered(size).get('Ingress quire').metadata.annotations).toMatchObject({
    'nginx.ingress.kubernetes.io/proxy-body-size': '0',
    'nginx.ingress.kubernetes.io/proxy-request-buffering': 'off',
    'cert-manager.io/cluster-issuer': 'letsencrypt',
  })
})

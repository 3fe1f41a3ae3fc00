import { expect, test } from '@jest/globals'
import { BaseConfig, connectionsBesidePool, DatabaseConfig } from '../../libs/kit/src/config.ts'
import { closeTimeoutMs } from '../../libs/kit/src/lifecycle.ts'
import { services } from '../embedded/src/index.ts'
import { databaseOwners } from '../embedded/src/start-settings.ts'
import {
  kustomization,
  type Manifest,
  named,
  ofKind,
  otherConnections,
  podOf,
  read,
  urlOf,
} from './manifests.fixture.ts'

test.each(services)(
  'every variable that an operator adds to the ConfigMap `quire`, or to that of %s, reaches it',
  (name) => {
    const [container, ...more] = podOf(name).spec.containers
    expect(more).toEqual([])
    expect(container.env).toBeUndefined()
    const maps: string[] = container.envFrom.map((from: Manifest) => from.configMapRef.name)
    expect(maps).toEqual(['quire', `quire-${name}`])
    // A later map wins over an earlier one: only the first may hold a variable that is for all.
    const own = maps.slice(1).flatMap((map) => Object.keys(named('ConfigMap', map).data))
    expect(own.filter((variable) => variable in named('ConfigMap', 'quire').data)).toEqual([])
  },
)

test('every ConfigMap is read by a service, and its values are text', () => {
  const used = new Set(
    services.flatMap((name) => podOf(name).spec.containers[0].envFrom).map((from: Manifest) => from.configMapRef.name),
  )
  for (const { metadata, data } of ofKind('ConfigMap')) {
    expect(used).toContain(metadata.name)
    expect(Object.values(data).filter((value) => typeof value !== 'string')).toEqual([])
  }
})

test.each(services)('%s can be replaced by itself, and serves meanwhile', (name) => {
  const { metadata, spec } = named('Deployment', name)
  // `kubectl apply -l` finds it by this (docs/operations.md#upgrade).
  expect(metadata.labels.app).toBe(name)
  expect(spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
})

test.each(services)('%s has an image, its secrets, and probes and a Service that lead to its ports', (name) => {
  const pod = podOf(name)
  const [container] = pod.spec.containers
  expect(kustomization.images.map((image: Manifest) => image.name)).toContain(container.image)
  expect(pod.spec.volumes).toContainEqual({
    name: 'secrets',
    secret: { secretName: `quire-${name}`, defaultMode: 0o440 },
  })
  const volumes = pod.spec.volumes.map((volume: Manifest) => volume.name)
  for (const mount of container.volumeMounts) expect(volumes).toContain(mount.name)
  const ports = new Map<string, number>(container.ports.map((port: Manifest) => [port.name, port.containerPort]))
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    expect(ports.has(container[probe].httpGet.port)).toBe(true)
  }
  for (const port of named('Service', name).spec.ports) expect(ports.has(port.targetPort)).toBe(true)
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget']) {
    const { selector } = named(kind, name).spec
    expect(pod.metadata.labels).toMatchObject(selector.matchLabels ?? selector)
  }
})

test('the addresses of the services are those of their Services, which lead to where their pods take requests', () => {
  const { data } = named('ConfigMap', 'quire')
  for (const service of services.filter((name) => name !== 'gateway')) {
    const { hostname, port } = new URL(data[urlOf(service)])
    expect(hostname).toBe(service)
    expect(named('Service', hostname).spec.ports).toContainEqual(
      expect.objectContaining({ port: Number(port), targetPort: 'http' }),
    )
  }
})

test.each(services)(
  'a start of %s is not cut short by a probe, nor given up by a rollout, and only what a restart mends is alive no more',
  (name) => {
    const { progressDeadlineSeconds } = named('Deployment', name).spec
    const { startupProbe, livenessProbe, readinessProbe } = podOf(name).spec.containers[0]
    // A migration may take hours.
    const startSeconds = startupProbe.periodSeconds * startupProbe.failureThreshold
    expect(startSeconds).toBeGreaterThanOrEqual(24 * 3600)
    expect(progressDeadlineSeconds).toBeGreaterThan(startSeconds)
    expect([startupProbe, livenessProbe].map((probe) => probe.httpGet.path)).toEqual(['/healthz', '/healthz'])
    expect(readinessProbe.httpGet.path).toBe('/readyz')
  },
)

test.each(services)('the pods of %s have time to stop, and no node waits for one that serves nothing', (name) => {
  const { SHUTDOWN_GRACE_MS: graceMs } = BaseConfig.pick({ SHUTDOWN_GRACE_MS: true }).parse({})
  const drainMs = Number(/SHUTDOWN_DRAIN_MS=(\d+)/.exec(read('../docker/Dockerfile'))?.[1])
  const stopMs = drainMs + graceMs + closeTimeoutMs
  expect(podOf(name).spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(stopMs)
  expect(named('PodDisruptionBudget', name).spec).toMatchObject({
    maxUnavailable: 1,
    unhealthyPodEvictionPolicy: 'AlwaysAllow',
  })
})

test('docs/scaling.md has the connections that the replicas of each deployment take, and servers allow as many', () => {
  const { DATABASE_POOL: pool } = DatabaseConfig.pick({ DATABASE_POOL: true }).parse({})
  const each = pool + connectionsBesidePool
  const rows = [...read('../../docs/scaling.md').matchAll(/^\| (compose|Kubernetes, .*?) \| ([\d |]+) \|$/gm)].map(
    ([, deployment, numbers = '']) => ({ deployment, numbers: numbers.split(' | ').map(Number) }),
  )
  const replicas = (most: boolean) =>
    databaseOwners.map((name) => {
      const { minReplicas, maxReplicas } = named('HorizontalPodAutoscaler', name)?.spec ?? {}
      return named('Deployment', name).spec.replicas ?? (most ? maxReplicas : minReplicas)
    })
  const surge = databaseOwners.length
  const row = (some: number[], extra: number) => {
    const processes = some.reduce((sum, one) => sum + one, extra)
    return [...some, processes, processes * each]
  }
  const expected = [row([1, 1, 1, 1], 0), row(replicas(false), surge), row(replicas(true), surge)]
  expect(rows.map(({ numbers }) => numbers.slice(0, -1))).toEqual(expected)
  for (const { numbers } of rows)
    expect(numbers.at(-1)).toBeGreaterThanOrEqual((numbers.at(-2) ?? 0) + otherConnections)
  const compose = read('../../docker-compose.yml')
  expect(compose).toContain(`max_connections=\${POSTGRES_MAX_CONNECTIONS:-${rows[0]?.numbers.at(-1)}}`)
})

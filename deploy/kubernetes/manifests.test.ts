import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse, parseAllDocuments } from 'yaml'
import { allOperations, internalOperations, type Operation, siteVisits } from '../../libs/contracts/src/index.ts'
import { AiConfig } from '../../services/ai/src/app.ts'
import { ContentConfig } from '../../services/content/src/app.ts'
import { GatewayConfig } from '../../services/gateway/src/config.ts'
import { IdentityConfig } from '../../services/identity/src/app.ts'
import { SitesConfig } from '../../services/sites/src/app.ts'
import { services } from '../embedded/src/index.ts'

const read = (name: string) => readFileSync(resolve(import.meta.dirname, name), 'utf8')

// biome-ignore lint/suspicious/noExplicitAny: manifests are plain data; what is read of them is compared.
type Manifest = any
const kustomization: Manifest = parse(read('kustomization.yaml'))
/** In YAML 1.1, as Kubernetes reads it: a number that begins with 0 is octal. */
const manifests: Manifest[] = kustomization.resources.flatMap((name: string) =>
  parseAllDocuments(read(name), { version: '1.1' }).map((document) => document.toJS()),
)
const named = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name)
const ofKind = (kind: string) => manifests.filter((one) => one.kind === kind)
const podOf = (service: string): Manifest => named('Deployment', service).spec.template

/** Returns the variable that holds the address of a service. */
const urlOf = (service: string) => `${service.toUpperCase()}_URL`

test.each(services)('every variable that an operator adds to the ConfigMap `quire` reaches %s', (name) => {
  const [container, ...more] = podOf(name).spec.containers
  expect(more).toEqual([])
  expect(container.env).toBeUndefined()
  const maps: string[] = container.envFrom.map((from: Manifest) => from.configMapRef.name)
  expect(maps[0]).toBe('quire')
  expect(maps.slice(1).filter((map) => map !== `quire-${name}`)).toEqual([])
  // A later map wins over an earlier one: only the first may hold a variable that is for all.
  const own = maps.slice(1).flatMap((map) => Object.keys(named('ConfigMap', map).data))
  expect(own.filter((variable) => variable in named('ConfigMap', 'quire').data)).toEqual([])
})

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

const selects = ({ matchLabels = {}, matchExpressions = [] }: Manifest, labels: Manifest) =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(({ key, operator, values }: Manifest) => operator === 'In' && values.includes(labels[key]))

/** Returns the port at which the pods of a service take requests. */
const podPortOf = (service: string): number =>
  podOf(service).spec.containers[0].ports.find(({ name }: Manifest) => name === 'http').containerPort

/** True if the policies let `from` call `to`: one policy for its way out and one for the way in. */
function mayCall(from: string, to: string): boolean {
  const [caller, called] = [podOf(from).metadata.labels, podOf(to).metadata.labels]
  const podPort = podPortOf(to)
  const lets = (rules: Manifest[] = [], side: 'from' | 'to', other: Manifest) =>
    rules.some(
      (rule) =>
        (rule.ports ?? [{ port: podPort }]).some(({ port }: Manifest) => port === podPort) &&
        (rule[side] ?? [{ podSelector: {} }]).some(
          ({ podSelector, namespaceSelector }: Manifest) =>
            podSelector && !namespaceSelector && selects(podSelector, other),
        ),
    )
  const about = (labels: Manifest) => ofKind('NetworkPolicy').filter(({ spec }) => selects(spec.podSelector, labels))
  return (
    about(caller).some(({ spec }) => lets(spec.egress, 'to', called)) &&
    about(called).some(({ spec }) => lets(spec.ingress, 'from', caller))
  )
}

const operations: Operation[] = [...allOperations, ...siteVisits, ...internalOperations]

/** True if an operation of `from` calls one of `to` for its caller, or `from` may call one as itself. */
function isCallerOf(from: string, to: string): boolean {
  const calls = operations.filter(({ owner }) => owner === from).flatMap((operation) => operation.calls ?? [])
  return operations.some(
    ({ id, owner, access }) =>
      owner === to && (calls.includes(id) || (access.on === 'service' && access.by.some((one) => one === from))),
  )
}

/** Returns the services whose addresses the code of `name` reads. */
function addressedBy(name: string): string[] {
  const folder = resolve(import.meta.dirname, '../../services', name, 'src')
  const urls = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(resolve(folder, file), 'utf8').matchAll(/\.([A-Z]+)_URL\b/g)].map((match) => `${match[1]}_URL`),
  )
  return services.filter((service) => service !== name && urls.includes(urlOf(service)))
}

test('an operation for services names each service that calls it for a caller', () => {
  for (const { id: caller, owner, calls = [] } of operations) {
    for (const { id, access } of operations.filter((one) => calls.includes(one.id))) {
      if (access.on === 'service')
        expect([caller, id, access.by]).toEqual([caller, id, expect.arrayContaining([owner])])
    }
  }
})

test('the network policies let each service call those that the contracts say it calls, and no others', () => {
  const pairs = (isPair: (from: string, to: string) => boolean) =>
    services.flatMap((from) => services.filter((to) => to !== from && isPair(from, to)).map((to) => `${from} ${to}`))
  // The gateway passes all operations on to their owners.
  const expected = pairs((from, to) => from === 'gateway' || isCallerOf(from, to))
  expect(expected).toEqual(expect.arrayContaining(['gateway sites', 'sites ai', 'ai content']))
  // Anybody may call the gateway; who may not leave does not reach it.
  expect(pairs(mayCall)).toEqual(expected)
  expect(pairs((from, to) => addressedBy(from).includes(to)).filter((pair) => !expected.includes(pair))).toEqual([])
})

/** Ports outside of Quire, by the variable that has a service use them. */
const outsidePorts = {
  DATABASE_URL: [5432],
  NATS_URL: [4222],
  SMTP_URL: [25, 465, 587],
  AI_BASE_URL: [443],
  BLOBS_S3_BUCKET: [443, 9000],
}
const configs = {
  gateway: GatewayConfig.shape,
  identity: IdentityConfig.shape,
  content: ContentConfig.shape,
  sites: SitesConfig.shape,
  ai: AiConfig.shape,
}

/** The ports of public addresses that the code of a service connects to (`libs/kit/src/fetch`); git speaks SSH too. */
function fetchedPorts(name: string): number[] {
  const folder = resolve(import.meta.dirname, '../../services', name, 'src')
  const code = globSync('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(resolve(folder, file), 'utf8'))
    .join('\n')
  const isFetching = /\bguarded(?:Fetch|Client|Poster)\b/.test(code)
  return [...(isFetching ? [80, 443] : []), ...(/\bopenForwardProxy\b/.test(code) ? [22] : [])]
}

test.each(services)('the network policies let %s reach the servers that its settings name, and no others', (name) => {
  const { labels } = podOf(name).metadata
  const rules: Manifest[] = ofKind('NetworkPolicy')
    .filter(({ spec }) => selects(spec.podSelector, labels))
    .flatMap(({ spec }) => spec.egress ?? [])
    .filter(({ to }) => !to?.every(({ podSelector }: Manifest) => podSelector))
  const ports = (some: Manifest[]) => [...new Set(some.flatMap((rule) => rule.ports.map(({ port }: Manifest) => port)))]
  const named = Object.entries(outsidePorts).flatMap(([variable, some]) => (variable in configs[name] ? some : []))
  const wanted = new Set([53, ...named, ...fetchedPorts(name)])
  expect(ports(rules).toSorted((one, other) => one - other)).toEqual([...wanted].toSorted((one, other) => one - other))
  // Fetches go to public addresses alone: the networks of a cluster and of its machines are among the exceptions.
  for (const { to } of rules.filter((rule) => ports([rule]).includes(80))) {
    const [{ ipBlock }] = to
    for (const range of ['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16', '127.0.0.0/8']) {
      expect(ipBlock.except).toContain(range)
    }
  }
})

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { allOperations, internalOperations, type Operation, siteVisits } from '../../libs/contracts/src/index.ts'
import { AiConfig } from '../../services/ai/src/app.ts'
import { ContentConfig } from '../../services/content/src/app.ts'
import { GatewayConfig } from '../../services/gateway/src/config.ts'
import { IdentityConfig } from '../../services/identity/src/app.ts'
import { SitesConfig } from '../../services/sites/src/app.ts'
import { services } from '../embedded/src/index.ts'
import { type Manifest, ofKind, podOf, urlOf } from './manifests.fixture.ts'

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

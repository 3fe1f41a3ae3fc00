import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { parse } from 'yaml'
import { alerts, dashboard, expressions, metricsIn, readYaml } from './support/named-metrics.ts'

const repo = resolve(import.meta.dirname, '../..')
const operations = readFileSync(resolve(repo, 'docs/operations.md'), 'utf8')
const section = (title: string) => operations.match(new RegExp(`^## ${title}$(.*?)^## `, 'ms'))?.[1] ?? ''

test('every expression is PromQL and names what is measured', () => {
  expect(expressions().length).toBeGreaterThan(50)
  for (const expr of expressions()) expect(metricsIn(expr)).not.toEqual([])
  expect(() => metricsIn('sum by (le (x)')).toThrow('not PromQL')
})

test('nobody waits for the gateway to apply events: it has no projector, and its position stays 0', () => {
  const ofProjectors = expressions().filter((expr) => expr.includes('quire_projector_'))
  expect(ofProjectors.length).toBeGreaterThan(2)
  for (const expr of ofProjectors) expect(expr).toMatch(/quire_projector_\w+\{service!="gateway"\}/)
})

test('every alert has a severity and a summary, and a row in the manual with what to do', () => {
  const names = alerts().map(({ alert }) => alert)
  const rows = [...section('Alerts').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual(names.toSorted())
  for (const { labels, annotations } of alerts()) {
    expect(['critical', 'warning']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
  }
})

test('every metric that alerts and dashboard name is in the manual', () => {
  const own = expressions()
    .flatMap(metricsIn)
    .filter(({ name }) => name.startsWith('quire_'))
  const missing = own.filter(
    ({ name }) => !section('Metrics').includes(`\`${name.replace(/_(bucket|sum|count)$/, '')}\``),
  )
  expect(missing).toEqual([])
})

test('the dashboard has panels with ids of their own, from the data source that is provisioned', () => {
  const { panels, templating } = dashboard()
  const sources = readYaml('grafana/datasources.yaml').datasources.map(({ uid }: { uid: string }) => uid)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { targets, datasource } of panels.filter((panel) => panel.targets)) {
    expect(targets).not.toEqual([])
    expect(sources).toContain(datasource?.uid)
  }
  // What may take long says nothing about the speed of the rest.
  const long = new RegExp(`^(?:${templating.list.find(({ name }) => name === 'slow')?.query})$`)
  const slow = allOperations.filter((operation) => operation.streams || operation.slow || operation.download)
  expect(slow.map(({ id }) => id).filter((id) => !long.test(id))).toEqual([])
  expect(alerts().find(({ alert }) => alert === 'QuireSlow')?.expr).toContain(`!~"${long.source.slice(4, -2)}"`)
})

interface Container {
  profiles?: string[]
  image: string
  volumes?: string[]
  ports?: string[]
}

test('the profile for observability starts pinned images, reads files that exist, and is reached from this machine only', () => {
  const compose: { services: Record<string, Container> } = parse(
    readFileSync(resolve(repo, 'docker-compose.yml'), 'utf8'),
    { merge: true },
  )
  const ofProfile = Object.entries(compose.services).filter(([, { profiles }]) => profiles?.includes('observability'))
  expect(ofProfile.map(([name]) => name).sort()).toEqual(['collector', 'grafana', 'prometheus', 'traces'])
  for (const [, { image, volumes = [], ports = [] }] of ofProfile) {
    expect(image).toMatch(/:v?\d+\.\d+\.\d+$/)
    for (const file of volumes.filter((volume) => volume.startsWith('./')))
      expect(readFileSync(resolve(repo, file.split(':')[0] ?? ''), 'utf8')).not.toBe('')
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  }
  const scraped = readYaml('prometheus.yaml').scrape_configs.flatMap(
    ({ dns_sd_configs }: { dns_sd_configs: { names: string[] }[] }) => dns_sd_configs.flatMap(({ names }) => names),
  )
  expect(scraped.sort()).toEqual(['ai', 'content', 'gateway', 'identity', 'sites'])
  const { receivers, exporters, processors, service } = readYaml('collector.yaml')
  expect(service.pipelines.traces).toEqual({
    receivers: Object.keys(receivers),
    processors: Object.keys(processors),
    exporters: Object.keys(exporters),
  })
})

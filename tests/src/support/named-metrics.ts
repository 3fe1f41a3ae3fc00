import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'

const folder = resolve(import.meta.dirname, '../../../deploy/observability')

interface Alert {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string }
}

interface Panel {
  id: number
  title: string
  datasource?: { uid: string }
  targets?: { expr: string }[]
}

interface Dashboard {
  uid: string
  templating: { list: { name: string; query: string }[] }
  panels: Panel[]
}

export const readYaml = (file: string) => parse(readFileSync(resolve(folder, file), 'utf8'))
export const alerts = (): Alert[] => readYaml('alerts.yaml').groups.flatMap(({ rules }: { rules: Alert[] }) => rules)
export const dashboard = (): Dashboard => JSON.parse(readFileSync(resolve(folder, 'grafana/quire.json'), 'utf8'))

/** All expressions of alerts and dashboard, with Grafana's variables filled in as it does. */
export function expressions(): string[] {
  const { panels, templating } = dashboard()
  const filled = (expr: string) =>
    templating.list.reduce(
      (text, { name, query }) => text.replaceAll(`$${name}`, query),
      expr.replaceAll('$__rate_interval', '1m'),
    )
  const ofPanels = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => filled(expr)))
  return [...alerts().map(({ expr }) => expr), ...ofPanels]
}

/** A metric as an expression names it: with the labels that it selects or groups by, and their values if it names one. */
export interface NamedMetric {
  name: string
  labels: Record<string, string | undefined>
}

/** Reads the metrics of an expression. Throws if it is no PromQL. */
export function metricsIn(expr: string): NamedMetric[] {
  const found: NamedMetric[] = []
  const text = (node: { from: number; to: number }) => expr.slice(node.from, node.to)
  const grouped: string[] = []
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${expr}`)
      if (node.name === 'VectorSelector') {
        const name = node.node.getChild('Identifier')
        if (!name) throw new Error(`a selector without a name: ${expr}`)
        found.push({ name: text(name), labels: {} })
      }
      if (node.name === 'GroupingLabels')
        grouped.push(...node.node.getChildren('LabelName').map((label) => text(label)))
      if (node.name === 'UnquotedLabelMatcher') {
        const label = node.node.getChild('LabelName')
        const value = node.node.getChild('StringLiteral')
        const isEqual = node.node.getChild('MatchOp')?.firstChild?.name === 'EqlSingle'
        const last = found.at(-1)
        if (label && value && last) last.labels[text(label)] = isEqual ? text(value).slice(1, -1) : undefined
      }
    },
  })
  return found.map(({ name, labels }) => ({
    name,
    labels: { ...Object.fromEntries(grouped.map((label) => [label, undefined])), ...labels },
  }))
}

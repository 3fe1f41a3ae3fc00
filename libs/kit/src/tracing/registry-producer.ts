import { type Attributes, type HrTime, ValueType } from '@opentelemetry/api'
import { hrTime, millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { Registry } from 'prom-client'

type RegistryMetric = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

interface Sample {
  value: number
  labels: Attributes
  /** Of a histogram: the name of the metric with `_bucket`, `_sum` or `_count`. */
  metricName?: string
}

/** Makes the metrics of a registry those of an export: what is measured for Prometheus need not be measured twice. */
export function registryProducer(registry: Registry): MetricProducer {
  const startTime = millisToHrTime(Date.now() - process.uptime() * 1000)
  return {
    async collect() {
      const times = { startTime, endTime: hrTime() }
      const metrics = (await registry.getMetricsAsJSON()).map((metric) => converted(metric, times))
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: 'quire' }, metrics }] },
        errors: [],
      }
    },
  }
}

interface Times {
  startTime: HrTime
  endTime: HrTime
}

function converted(metric: RegistryMetric, times: Times): MetricData {
  const samples = metric.values as Sample[]
  const descriptor = { name: metric.name, description: metric.help, unit: '', valueType: ValueType.DOUBLE }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  const type = String(metric.type)
  if (type === 'histogram')
    return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(metric.name, samples, times) }
  const dataPoints = samples.map(({ value, labels }) => ({ ...times, attributes: labels, value }))
  if (type === 'counter') return { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
  return { ...common, dataPointType: DataPointType.GAUGE, dataPoints }
}

/** The samples of a histogram by their labels. Prometheus's buckets include the smaller ones, those of OTLP do not. */
function histograms(name: string, samples: Sample[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series.values()].map((ofSeries) => {
    const buckets = ofSeries.filter(({ metricName }) => metricName === `${name}_bucket`)
    const sampleOf = (suffix: string) => ofSeries.find(({ metricName }) => metricName === name + suffix)?.value ?? 0
    const boundaries = buckets.map(({ labels }) => Number(labels.le)).filter(Number.isFinite)
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0))
    const { le: _, ...attributes } = ofSeries[0]?.labels ?? {}
    const value = { buckets: { boundaries, counts }, sum: sampleOf('_sum'), count: sampleOf('_count') }
    return { ...times, attributes, value: value as Histogram }
  })
}

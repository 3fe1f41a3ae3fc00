/** A sample of a metric. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads samples, and the types of their metrics, as Prometheus does. */
export async function scrape(ports: number[]): Promise<{ samples: Sample[]; types: Map<string, string> }> {
  const texts = await Promise.all(ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()))
  const lines = texts.join('\n').split('\n')
  const samples = lines.flatMap((line) => {
    const [, name, labels = '', value] = line.match(/^(\w+)(?:\{(.*)\})? (\S+)/) ?? []
    if (name === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text])
    return { name, labels: Object.fromEntries(pairs), value: Number(value) }
  })
  const types = lines.flatMap((line) => {
    const [, name, type] = line.match(/^# TYPE (\w+) (\w+)$/) ?? []
    return name === undefined ? [] : [[name, type ?? ''] as const]
  })
  return { samples, types: new Map(types) }
}

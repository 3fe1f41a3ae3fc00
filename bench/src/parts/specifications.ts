import { setTimeout } from 'node:timers/promises'
import { createOrganization, importCorpus } from '../data/pages.ts'
import { expectSuccess, type Send } from '../load/client.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { percentile } from '../report/report-summary.ts'

const bytes = 5_000_000
const pollEveryMs = 50
const processing = 'an OpenAPI specification of 5 MB, until it is a version'
const reading = 'a page read while a specification is processed'
const memory = 'memory that content takes for a specification of 5 MB'

/** Measures a large specification, which is processed beside the requests and within a bound of memory. */
export const specifications: Part<Measuring> = {
  name: 'OpenAPI specifications',
  targets: [
    { name: processing, unit: 's of the processor', max: 15 },
    { name: reading, unit: 'ms, p95', max: 100 },
    { name: memory, unit: 'MB', max: 700 },
  ],
  async measure(on) {
    const { quire, send, signal } = on
    const organization = await createOrganization(on, 'Specified')
    const corpus = await importCorpus(on, organization)
    const spec = `/v1/orgs/${organization}/openapi/large`
    const page = `/v1/spaces/${corpus.id}/content/page/${corpus.pages[0]}`
    const meter = createMeter(quire.processes.filter(({ name }) => name === 'content'))
    const megabytes = () => meter.memory()[0]?.megabytes ?? Number.NaN
    const [before, atStart] = [megabytes(), meter.read()]
    const text = JSON.stringify(largeSpecification())
    const seen = { readMs: [] as number[], megabytes: [] as number[] }
    await expectSuccess(send('PUT', spec, { source: { text } }))
    while (!(await isProcessed(send, spec))) {
      const asked = performance.now()
      await expectSuccess(send('GET', page))
      seen.readMs.push(performance.now() - asked)
      seen.megabytes.push(megabytes())
      await setTimeout(pollEveryMs, undefined, { signal })
    }
    const figures = new Map([
      [processing, meter.since(atStart).cpuMs / 1000],
      [reading, percentile(seen.readMs, 0.95)],
      [memory, Math.max(...seen.megabytes) - before],
    ])
    const slowest = Math.round(Math.max(...seen.readMs))
    return { figures, details: `${seen.readMs.length} pages were read meanwhile, the slowest in ${slowest} ms` }
  },
}

async function isProcessed(send: Send, spec: string): Promise<boolean> {
  const { processingState, lastProcessErrorCode } = (await expectSuccess(send('GET', spec))) as Record<string, string>
  if (lastProcessErrorCode) throw new Error(`the specification was refused: ${lastProcessErrorCode}`)
  return processingState === 'complete'
}

/** Objects that refer to each other, each with operations on it. */
function largeSpecification(): object {
  const schemas: Record<string, object> = {}
  const paths: Record<string, object> = {}
  for (let at = 0, size = 0; size < bytes; at += 1) {
    const [schema, path] = [schemaOf(at), operationsOn(at)]
    schemas[`Thing${at}`] = schema
    paths[`/things-${at}/{id}`] = path
    size += JSON.stringify([schema, path]).length
  }
  return { openapi: '3.1.0', info: { title: 'Large', version: '1' }, paths, components: { schemas } }
}

const reference = (at: number) => ({ $ref: `#/components/schemas/Thing${at}` })

function schemaOf(at: number) {
  const properties = {
    id: { type: 'string' },
    name: { type: 'string', maxLength: 100 },
    before: reference(Math.max(0, at - 1)),
    half: { type: 'array', items: reference(at >> 1) },
  }
  return { type: 'object', description: `Thing ${at}. ${'Some words. '.repeat(20)}`, properties, required: ['id'] }
}

function operationsOn(at: number) {
  const content = { 'application/json': { schema: reference(at) } }
  const responses = { 200: { description: 'The thing', content }, 404: { description: 'There is none' } }
  const common = { tags: [`Part ${at % 20}`], responses }
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    parameters,
    get: { ...common, operationId: `getThing${at}` },
    put: { ...common, operationId: `putThing${at}`, requestBody: { content } },
  }
}

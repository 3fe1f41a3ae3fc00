import { createMeter } from '../meter.ts'
import { throughGateway } from '../requests.ts'
import { measureAll } from '../rounds.ts'
import { summarise } from '../summary.ts'
import type { Part } from './goal.ts'
import type { Measuring } from './measuring.ts'

const rounds = 5
const roundSeconds = 1
const name = 'warm pages of real documentation as documents'

/** Readers and renderers ask for pages as trees; each is derived from its markdown once. */
export const documents: Part<Measuring> = {
  name: 'documents',
  goals: [{ name, unit: 'of the same as markdown, p50', atMost: 1.5 }],
  async measure(on) {
    const { id, pages } = await on.prepared.corpus()
    const asked = (format: string) => ({
      name: format,
      load: throughGateway(
        on,
        pages.map((page) => ({ path: `/v1/spaces/${id}/content/page/${page}?format=${format}` })),
      ),
    })
    const meter = createMeter(on.quire.processes)
    const plan = { rounds, roundSeconds, connections: [1], meter, signal: on.signal, report: on.say }
    const [markdown, document] = (await measureAll([asked('markdown'), asked('document')], plan)).map(summarise)
    if (!markdown || !document || markdown.failed + document.failed > 0) throw new Error('requests failed')
    const details = `p50 of ${pages.length} pages in turn: markdown ${markdown.p50Ms} ms, document ${document.p50Ms} ms`
    return { figures: new Map([[name, document.p50Ms / markdown.p50Ms]]), details }
  },
}

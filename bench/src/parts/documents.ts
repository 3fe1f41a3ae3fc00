import { createOrganization, importCorpus } from '../data/pages.ts'
import { measureAll } from '../load/rounds.ts'
import { throughGateway } from '../load/workloads.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { summarise } from '../report/report-summary.ts'

const rounds = 5
const roundSeconds = 1
const name = 'warm pages of real documentation as documents'

/** Compares pages as documents with the same pages as markdown. A document is derived from its markdown once. */
export const documents: Part<Measuring> = {
  name: 'documents',
  targets: [{ name, unit: 'of the same as markdown, p50', max: 1.5 }],
  async measure(on) {
    const { id, pages } = await importCorpus(on, await createOrganization(on, 'Documents'))
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

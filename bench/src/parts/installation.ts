import { generateInstallation } from '../data/installation.ts'
import { repeat } from '../load/load.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { memoryTable } from '../report/report.ts'
import { rounded, table } from '../report/report-table.ts'
import { growthTable, sizesOf } from './installation/growth.ts'
import { loads, measureLoad } from './installation/loads.ts'
import { mergeChange } from './merging.ts'

/** Organizations, and pages of each, of the whole size. */
const wholeSize = 1000
const loadSeconds = 6
const edits = 200
const editors = 4
const indexingMs = 600_000

/**
 * Many organizations in one installation: how fast it is made, what requests to all of them in turn cost, who uses the
 * processors meanwhile, and what edits leave behind.
 */
export const installation: Part<Measuring> = {
  name: 'installation',
  targets: [],
  async measure(on) {
    const count = Math.max(1, Math.round(wholeSize * on.options.size))
    const begun = performance.now()
    const organizations = await generateInstallation(on, count, count)
    const seconds = (performance.now() - begun) / 1000
    on.say('waiting for the indexes')
    await createMeter(on.quire.processes).waitForRest(indexingMs, on.signal)
    const indexed = (performance.now() - begun) / 1000
    const rows: string[][] = []
    for (const load of loads) {
      on.say(load.name)
      rows.push(await measureLoad(on, organizations, load, loadSeconds))
    }
    const memory = createMeter(on.quire.processes).memory()
    on.say('growth')
    const meter = createMeter(on.quire.processes)
    await meter.waitForRest(indexingMs, on.signal)
    const before = await sizesOf(on)
    let left = edits
    const edit = async (strand: number) => {
      while (left > 0) {
        const number = left--
        const organization = organizations[(number * editors + strand) % organizations.length]
        if (organization) await mergeChange(organization.send, organization.space, 5_000_000 + number)
      }
    }
    await repeat(edit, editors, 0.001, on.signal)
    await meter.waitForRest(indexingMs, on.signal)
    const after = await sizesOf(on)
    const head = ['requests to all organizations in turn', 'a second', 'ms, p50', 'p99', 'CPU ms each']
    const bytes = [...after.values()].reduce((sum, one) => sum + one, 0)
    const made =
      `${count} organizations of ${count} pages each, made through the interface in ${rounded(seconds)} s and indexed ` +
      `after ${rounded(indexed)} s; ${rounded(bytes / 1e6)} MB. Loads of ${loadSeconds} s over eight connections.`
    const details = [
      made,
      table([...head, 'most of the CPU', '% of the machine, others', 'failed'], rows),
      memoryTable(memory),
      growthTable(before, after, edits),
    ]
    return { figures: new Map(), details: details.join('\n\n') }
  },
}

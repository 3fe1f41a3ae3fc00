import { createOrganization, createSpaces } from '../data/pages.ts'
import { startFloors } from '../floors.ts'
import { measureAll } from '../load/rounds.ts'
import { createMeter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { type ComparisonGroup, comparisonTable, ratiosOf, workloadsIn } from '../report/compare-runs.ts'
import { conditionsOf } from '../report/report.ts'
import { summarise } from '../report/report-summary.ts'
import { ratioTable } from '../report/report-table.ts'

interface ComparisonPart extends Omit<Part<Measuring>, 'measure'> {
  /** Makes the data and returns the selected comparisons. */
  groupOf(on: Measuring): Promise<ComparisonGroup>
  /** Measures the floors in the same rounds. */
  hasFloors?: true
}

/** A part that compares the same work on a small thing and on a large one: its figures are the ratios of the two p50. */
export const comparisonPart = ({ groupOf, hasFloors, ...part }: ComparisonPart): Part<Measuring> => ({
  ...part,
  async measure(on) {
    const { options, quire, signal, say } = on
    const group = await groupOf(on)
    await using floors = hasFloors && !options.targets ? await startRowFloors(on) : undefined
    const { comparedRounds: rounds, comparedSeconds: roundSeconds } = options
    const meter = createMeter([...quire.processes, ...(floors?.processes ?? [])])
    const plan = { rounds, roundSeconds, connections: [1], meter, signal, report: say }
    const measured = await measureAll([...(floors?.workloads ?? []), ...workloadsIn(group)], plan)
    const oneRow = measured.filter(({ workload }) => workload.floor || workload.isOneRow)
    const details = [
      conditionsOf(plan, measured),
      comparisonTable(group, measured),
      ...(floors
        ? [`Reads of one page, beside the floors in the same rounds:\n\n${ratioTable(oneRow.map(summarise))}`]
        : []),
    ]
    return { figures: ratiosOf(group, measured), details: details.join('\n\n') }
  },
})

async function startRowFloors(on: Measuring) {
  const [spaceId = ''] = await createSpaces(on, await createOrganization(on, 'Floors'), 1)
  return await startFloors(on, { spaceId })
}

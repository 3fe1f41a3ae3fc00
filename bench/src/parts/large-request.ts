import { z } from 'zod'
import { pageText } from '../data/generated-text.ts'
import { createOrganization, type FilledSpace, importSpace } from '../data/pages.ts'
import { serviceClient } from '../load/workloads.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'

const fewPages = 100
const manyPages = 1000
const pagesPerBatch = 50
const rounds = 3

const Made = z.object({ id: z.string() })
const Done = z.object({ result: z.enum(['merge', 'update']) })
const steps = ['a batch of 50', 'its changes listed', 'updated from main', 'merged'] as const
type Step = (typeof steps)[number]
/** Milliseconds; of the batches their median. */
type StepTimes = Record<Step, number>

/** Measures each step of a change request of a hundred pages and of one of a thousand, in turn. */
export const largeRequest: Part<Measuring> = {
  name: 'content: a change request of many pages',
  targets: [],
  async measure(on) {
    const space = await importSpace(on, await createOrganization(on, 'Large'), `${on.options.largeSpacePages}`)
    return { figures: new Map(), details: await stepTable(on, space) }
  },
}

async function stepTable(on: Measuring, space: FilledSpace): Promise<string> {
  const sizes = [fewPages, Math.min(manyPages, space.pages.length)] as const
  const took = new Map(sizes.map((size): [number, StepTimes[]] => [size, []]))
  let text = 5_000_000
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of sizes) {
      const measured = await measureSteps(serviceClient(on, on.signal), space, size, () => pageText(text++))
      // The first warms up.
      if (round > 0) took.get(size)?.push(measured)
    }
  }
  const rows = steps.map((step) => {
    const times = sizes.map((size) => median((took.get(size) ?? []).map((one) => one[step])))
    const [few = Number.NaN, many = Number.NaN] = times
    return [step, ...times.map(rounded), rounded(many / few)]
  })
  const head = [`of ${space.pages.length} pages, at content`, ...sizes.map((size) => `${size} edited: ms`), 'ratio']
  return `${table(head, rows)}\n\nMedians of ${rounds} rounds; main moved on before each update and merge.`
}

async function measureSteps(
  send: ReturnType<typeof serviceClient>,
  { id, pages }: FilledSpace,
  size: number,
  text: () => string,
): Promise<StepTimes> {
  const requests = `/v1/spaces/${id}/change-requests`
  const edited = Array.from({ length: size }, (_, at) => pages[Math.floor((at * pages.length) / size)])
  const begin = async () => Made.parse(await send('createChangeRequest', requests, {})).id
  const write = (request: string, some: (string | undefined)[]) =>
    send('updateChangeRequestContent', `${requests}/${request}/content`, {
      changes: some.map((page) => ({ operation: 'update_page', page, document: { markdown: text() } })),
    })
  const moveOn = async () => {
    const other = await begin()
    const changes = [{ operation: 'insert_page', title: 'Meanwhile', document: { markdown: text() } }]
    await send('updateChangeRequestContent', `${requests}/${other}/content`, { changes })
    await send('mergeChangeRequest', `${requests}/${other}/merge`)
  }

  const request = await begin()
  const batches: number[] = []
  for (let at = 0; at < size; at += pagesPerBatch)
    batches.push(await timed(() => write(request, edited.slice(at, at + pagesPerBatch))))
  const listed = await timed(() => send('getChangeRequestChanges', `${requests}/${request}/changes?limit=1000`))
  await moveOn()
  const updated = await timed(async () =>
    Done.parse(await send('updateChangeRequest', `${requests}/${request}/update`)),
  )
  await moveOn()
  const merged = await timed(async () => Done.parse(await send('mergeChangeRequest', `${requests}/${request}/merge`)))
  return { 'a batch of 50': median(batches), 'its changes listed': listed, 'updated from main': updated, merged }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

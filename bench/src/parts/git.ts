import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { linkedFiles } from '../data/archives.ts'
import { pageText } from '../data/generated-text.ts'
import { create, createOrganization } from '../data/pages.ts'
import { expectSuccess } from '../load/client.ts'
import { createMeter, type Meter } from '../meter.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'
import { mergeChange } from './merging.ts'

const pollEveryMs = 10
/** Wait for the index of the change before. */
const restMs = 60_000

const Operations = z.object({ items: z.array(z.object({ state: z.string(), error: z.string().optional() })) })
/** The pages of a space whose first level is groups. */
const Groups = z.object({ pages: z.array(z.object({ pages: z.array(z.object({ id: z.string() })) })) })

/** A step of the work with one repository: what happens on either side, and the operation that is measured. */
interface Step {
  name: string
  operation: 'importGitRepository' | 'exportToGitRepository'
  before(round: number): Promise<unknown>
}

/** Imports a repository of pages that link to each other, then single commits of it, and exports single changes. */
export const git: Part<Measuring> = {
  name: 'git',
  targets: [],
  async measure(on) {
    const pages = on.options.largeSpacePages
    const repository = await on.git.repository()
    const files = linkedFiles(pages)
    await repository.commit(Object.fromEntries(files))
    const space = await create(on, `/v1/orgs/${await createOrganization(on, 'Synchronized')}/spaces`, { title: 'Docs' })
    const summary = () => files.get('SUMMARY.md') ?? ''
    /** Replaces files of the repository and remembers them. */
    const commit = (changed: Record<string, string | null>) => {
      for (const [path, text] of Object.entries(changed)) if (text !== null) files.set(path, text)
      return repository.commit(changed)
    }
    const meter = createMeter(serversOf(on))
    const perform = (operation: Step['operation']) => performOn(on, meter, { space, operation, url: repository.url })

    const first = await perform('importGitRepository')
    const answer = await expectSuccess(on.send('GET', `/v1/spaces/${space}/content/pages`))
    const edited = Groups.parse(answer).pages[0]?.pages[0]?.id ?? ''
    const steps: Step[] = [
      {
        name: 'one file edited',
        operation: 'importGitRepository',
        before: (round) => commit({ 'part-1/page-101.md': pageText(pages + round) }),
      },
      {
        name: 'one file added',
        operation: 'importGitRepository',
        before: (round) => commit({ [`part-2/added-${round}.md`]: pageText(2 * pages + round) }),
      },
      {
        name: 'one file added and listed',
        operation: 'importGitRepository',
        before: (round) =>
          commit({
            [`part-3/listed-${round}.md`]: pageText(3 * pages + round),
            'SUMMARY.md': `${summary()}* [Listed](part-3/listed-${round}.md)\n`,
          }),
      },
      {
        name: 'one file renamed',
        operation: 'importGitRepository',
        before: (round) =>
          commit({ [`part-2/added-${round}.md`]: null, [`part-2/renamed-${round}.md`]: pageText(2 * pages + round) }),
      },
      {
        name: 'one file removed',
        operation: 'importGitRepository',
        before: (round) => commit({ [`part-2/renamed-${round}.md`]: null }),
      },
      { name: 'nothing new', operation: 'importGitRepository', before: async () => undefined },
      {
        name: 'one page edited here',
        operation: 'exportToGitRepository',
        before: (round) => mergeChange(on.send, { id: space, pages: [edited] }, 4 * pages + round),
      },
    ]
    const rows = [rowOf('importGitRepository', `all ${pages} files`, [first])]
    const shares = [first.othersShare]
    for (const { name, operation, before } of steps) {
      const took: Cost[] = []
      for (let round = 1; round <= on.options.rounds; round += 1) {
        on.say(`${name}, ${round} of ${on.options.rounds}`)
        await before(round)
        took.push(await perform(operation))
      }
      rows.push(rowOf(operation, name, took))
      shares.push(...took.map(({ othersShare }) => othersShare))
    }
    const head = ['operation', `what changed, of ${pages} files`, 's', 'CPU s, content with git and PostgreSQL']
    const explained = `Medians of ${on.options.rounds} rounds; the first import once. Other processes took ${rounded(100 * median(shares))} % of the machine meanwhile.`
    return { figures: new Map(), details: `${table(head, rows)}\n\n${explained}` }
  },
}

/** Content with the processes of git that it starts, and its database. */
const serversOf = ({ quire }: Measuring) =>
  quire.processes
    .filter(({ name }) => name === 'content' || name === 'PostgreSQL')
    .map((one) => ({ ...one, children: true }))

interface Cost {
  ms: number
  cpuMs: number
  /** The share of the machine that other processes took meanwhile. */
  othersShare: number
}

function rowOf(operation: Step['operation'], name: string, costs: readonly Cost[]): string[] {
  const secondsOf = (what: keyof Cost) => rounded(median(costs.map((one) => one[what])) / 1000)
  return [operation === 'importGitRepository' ? 'import' : 'export', name, secondsOf('ms'), secondsOf('cpuMs')]
}

/** Performs a Git operation once the servers are at rest; measures from its request to its end. */
async function performOn(
  { send, signal }: Measuring,
  meter: Meter,
  { space, operation, url }: { space: string; operation: Step['operation']; url: string },
): Promise<Cost> {
  const verb = operation === 'importGitRepository' ? 'import' : 'export'
  const body = { url, ref: 'refs/heads/main', ...(verb === 'export' && { commitMessage: 'Update the docs' }) }
  await meter.waitForRest(restMs, signal)
  const before = meter.read()
  await expectSuccess(send('POST', `/v1/spaces/${space}/git/${verb}`, body))
  for (;;) {
    const { items } = Operations.parse(await expectSuccess(send('GET', `/v1/spaces/${space}/git/operations?limit=1`)))
    const [newest] = items
    if (newest?.state === 'success') return { ms: performance.now() - before.at, ...meter.since(before) }
    if (newest?.state === 'failure') throw new Error(`the ${verb} failed: ${newest.error}`)
    await setTimeout(pollEveryMs, undefined, { signal })
  }
}

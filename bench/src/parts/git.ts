import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { linkedFiles } from '../data/archives.ts'
import { pageText } from '../data/generated-text.ts'
import { create, createOrganization } from '../data/pages.ts'
import { expectSuccess } from '../load/client.ts'
import type { Measuring, Part } from '../part.ts'
import { median } from '../report/report-summary.ts'
import { rounded, table } from '../report/report-table.ts'
import { mergeChange } from './merging.ts'

const pollEveryMs = 10

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
  name: 'content: git',
  targets: [],
  async measure(on) {
    const pages = on.options.largeSpacePages
    const { rounds } = on.options
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
    const perform = (operation: Step['operation']) => performOn(on, { space, operation, url: repository.url })

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
    const took = new Map<string, number[]>()
    for (const { name, operation, before } of steps)
      for (let round = 1; round <= rounds; round += 1) {
        await before(round)
        on.say(`${name}, ${round} of ${rounds}`)
        took.set(name, [...(took.get(name) ?? []), await perform(operation)])
      }
    const rows = steps.map(({ name, operation }) => [
      operation === 'importGitRepository' ? 'import' : 'export',
      name,
      rounded(median(took.get(name) ?? []) / 1000),
    ])
    const all = ['import', `all ${pages} files`, rounded(first / 1000)]
    const head = ['operation', `what changed, of ${pages} files`, 's']
    return {
      figures: new Map(),
      details: `${table(head, [all, ...rows])}\n\nMedians of ${rounds} rounds; the first import once.`,
    }
  },
}

/** Performs a Git operation; returns the milliseconds from its request to its end. */
async function performOn(
  { send, signal }: Measuring,
  { space, operation, url }: { space: string; operation: Step['operation']; url: string },
): Promise<number> {
  const verb = operation === 'importGitRepository' ? 'import' : 'export'
  const body = { url, ref: 'refs/heads/main', ...(verb === 'export' && { commitMessage: 'Update the docs' }) }
  const begun = performance.now()
  await expectSuccess(send('POST', `/v1/spaces/${space}/git/${verb}`, body))
  for (;;) {
    const { items } = Operations.parse(await expectSuccess(send('GET', `/v1/spaces/${space}/git/operations?limit=1`)))
    const [newest] = items
    if (newest?.state === 'success') return performance.now() - begun
    if (newest?.state === 'failure') throw new Error(`the ${verb} failed: ${newest.error}`)
    await setTimeout(pollEveryMs, undefined, { signal })
  }
}

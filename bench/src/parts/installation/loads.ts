import { questionAbout } from '../../data/generated-text.ts'
import type { GeneratedOrganization } from '../../data/installation.ts'
import { expectSuccess } from '../../load/client.ts'
import { repeat } from '../../load/load.ts'
import { createMeter, type MeteredProcess } from '../../meter.ts'
import type { Measuring } from '../../part.ts'
import { percentile } from '../../report/report-summary.ts'
import { rounded } from '../../report/report-table.ts'
import { withDatabase } from '../../system.ts'
import { mergeChange } from '../merging.ts'

const connections = 8
const restMs = 20_000

/** Requests of one kind; `once` sends one to an organization, `number` counts up. */
export interface InstallationLoad {
  name: string
  once(organization: GeneratedOrganization, number: number): Promise<unknown>
  /** True if all requests are for the first organization. */
  isOfOne?: boolean
  /** True if each organization gets a request that does not count before. */
  isWarm?: boolean
}

const search = ({ id, send }: GeneratedOrganization, number: number) => {
  const words = questionAbout(number).split(' ').slice(3, 5).join(' ').replace('?', '')
  return expectSuccess(send('GET', `/v1/orgs/${id}/search?query=${encodeURIComponent(words)}`))
}

export const loads: InstallationLoad[] = [
  {
    name: 'a page with its markdown',
    once: ({ space: { id, pages }, send }, number) =>
      expectSuccess(send('GET', `/v1/spaces/${id}/content/page/${pages[number % pages.length]}?format=markdown`)),
  },
  {
    name: 'a page of a site',
    once: ({ sitePath, space: { leaf }, send }) => expectSuccess(send('GET', `${sitePath}/${leaf.path}`)),
  },
  { name: 'the first search of an organization', once: search },
  { name: 'a later search', once: search, isWarm: true },
  { name: 'a search, of one organization', once: search, isOfOne: true },
  {
    name: 'a question',
    once: ({ id, send }, number) => expectSuccess(send('POST', `/v1/orgs/${id}/ask`, { query: questionAbout(number) })),
  },
  {
    name: 'an edit: a change request of one page, merged',
    once: ({ space, send }, number) => mergeChange(send, space, 1_000_000 + number),
  },
  {
    name: 'a site published again',
    once: async ({ id, send }) => {
      const { items } = (await expectSuccess(send('GET', `/v1/orgs/${id}/sites`))) as { items: { id: string }[] }
      return expectSuccess(send('POST', `/v1/orgs/${id}/sites/${items[0]?.id}/publish`))
    },
  },
]

/** Sends requests of a kind to the organizations in turn; returns a row: rates, times, and who used the processors. */
export async function measureLoad(
  on: Measuring,
  organizations: readonly GeneratedOrganization[],
  { name, once, isOfOne, isWarm }: InstallationLoad,
  seconds: number,
) {
  if (isWarm) {
    const each = organizations[Symbol.iterator]()
    const warm = async () => {
      for (const organization of each) await once(organization, 0)
    }
    await Promise.all(Array.from({ length: connections }, warm))
  }
  const processes = await processesOf(on)
  const meters = processes.map((one) => ({ name: one.name, meter: createMeter([one]) }))
  await createMeter(on.quire.processes).waitForRest(restMs, on.signal)
  const all = createMeter(on.quire.processes)
  let number = 0
  const begun = all.read()
  const before = meters.map(({ meter }) => meter.read())
  const load = await repeat(
    async () => {
      const at = number++
      const organization = organizations[isOfOne ? 0 : (at * 7919) % organizations.length]
      if (organization) await once(organization, at)
    },
    connections,
    seconds,
    on.signal,
  )
  const { cpuMs, othersShare } = all.since(begun)
  const byName = new Map<string, number>()
  for (const [at, { name: process, meter }] of meters.entries()) {
    const reading = before[at]
    if (reading) byName.set(process, (byName.get(process) ?? 0) + meter.since(reading).cpuMs)
  }
  const shares = [...byName].toSorted(([, one], [, other]) => other - one).slice(0, 3)
  return [
    name,
    rounded(load.answered / load.seconds),
    rounded(percentile(load.latenciesMs, 0.5)),
    rounded(percentile(load.latenciesMs, 0.99)),
    rounded(cpuMs / load.answered),
    shares.map(([process, ms]) => `${process} ${rounded((100 * ms) / cpuMs)} %`).join(', '),
    rounded(100 * othersShare),
    load.failed > 0 ? `${load.failed}: ${load.problem}` : '0',
  ]
}

/** The processes of the services, and those of PostgreSQL's sessions by their database. */
async function processesOf({ quire }: Measuring): Promise<MeteredProcess[]> {
  const sessions = await withDatabase(quire.services.content.databaseUrl, async (database) => {
    const { rows } = await database.query<{ pid: number; name: string }>(
      `select pid, datname as name from pg_stat_activity where datname is not null and pid <> pg_backend_pid()`,
    )
    return rows.map(({ pid, name }) => ({ pid, name: `PostgreSQL of ${name}` }))
  })
  return [...quire.processes.filter(({ name }) => name !== 'PostgreSQL'), ...sessions]
}

import { membership } from '@quire/access'
import { memberReader } from '@quire/ai/reader'
import { retrieve } from '@quire/ai/retrieval'
import { openIndex } from '@quire/search'
import { SearchConfig } from '@quire/search/config'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { median } from '../../report/report-summary.ts'
import type { AskedOrganization } from './organizations.ts'

type Sql = Parameters<typeof retrieve>[0]['sql']

/** Time of finding the passages of one question. */
interface Took {
  ms: number
  cpuMs: number
}

/**
 * Finds passages as the service does, in this process: by its code, its threads and its database, without the way to it.
 * The processor time is that of this process, without PostgreSQL's.
 */
export function openRetrieval(databaseUrl: string, userId: string) {
  const sql: Sql = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
  })
  const log = { error: (details: object, message: string) => process.stderr.write(`${message} ${details}\n`) }
  const { signal } = new AbortController()
  const index = openIndex({ db: sql, config: SearchConfig.parse({}), log })
  return {
    async readerOf({ id }: AskedOrganization) {
      const member = await membership(sql, { userId, organizationId: id }, () => false)
      if (!member) throw new Error('the person who measures is not a member')
      return memberReader(member)
    },
    async find(reader: ReturnType<typeof memberReader>, question: string): Promise<Took> {
      const [begun, before] = [performance.now(), process.cpuUsage()]
      await retrieve({ sql, index, signal }, reader, question)
      const { user, system } = process.cpuUsage(before)
      return { ms: performance.now() - begun, cpuMs: (user + system) / 1000 }
    },
    async close() {
      await index.stop()
      await sql.destroy()
    },
  }
}

const rounds = 3

/**
 * Returns the median of some rounds for each question of each organization. The organizations take turns. A first round
 * warms up and does not count.
 */
export async function retrievals(
  retrieval: ReturnType<typeof openRetrieval>,
  organizations: AskedOrganization[],
  signal: AbortSignal,
): Promise<Took[][]> {
  const readers = await Promise.all(organizations.map((one) => retrieval.readerOf(one)))
  const took: Took[][][] = organizations.map(({ questions }) => questions.map(() => []))
  for (let round = 0; round <= rounds; round += 1)
    for (const number of organizations[0]?.questions.keys() ?? [])
      for (const [at, reader] of readers.entries()) {
        signal.throwIfAborted()
        const one = await retrieval.find(reader, organizations[at]?.questions[number] ?? '')
        if (round > 0) took[at]?.[number]?.push(one)
      }
  return took.map((questions) =>
    questions.map((all) => ({ ms: median(all.map(({ ms }) => ms)), cpuMs: median(all.map(({ cpuMs }) => cpuMs)) })),
  )
}

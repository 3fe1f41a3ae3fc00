import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { PurgeReport } from '@quire/contracts'
import { type Bus, createLog } from '@quire/kit'
import { type Kysely, sql } from 'kysely'
import { type DeletedOrganizationTables, deletedOrganizationTable } from './deleted-organizations.ts'
import { startOrganizationPurges } from './organization-purges.ts'
import type { ProjectedAccessTables } from './tables.ts'
import { createAccessDatabase } from './testing/access-database.ts'

type Tables = ProjectedAccessTables & DeletedOrganizationTables

let database: Awaited<ReturnType<typeof createAccessDatabase>>
const db = () => database.db as unknown as Kysely<Tables>
beforeAll(async () => {
  database = await createAccessDatabase()
  await sql.raw(deletedOrganizationTable).execute(db())
})
afterAll(() => database.close())
beforeEach(() => sql`truncate deleted_organization`.execute(db()))

/** Stands in for identity; returns its part of the bus, and the reports that it got. */
function identityThat(answers: (report: PurgeReport) => string[]) {
  const reports: PurgeReport[] = []
  const bus = {
    isAnswering: () => true,
    subject: (name: string) => name,
    connection: {
      async request(_: string, text: string) {
        const report: PurgeReport = JSON.parse(text)
        reports.push(report)
        return { json: () => ({ deleted: answers(report) }) }
      },
    },
  }
  return { bus: bus as unknown as Bus, reports }
}

/** Runs one turn of the job. */
async function turn(bus: Bus) {
  const job = startOrganizationPurges<Tables>({
    ...{ service: 'sites', sql: db, bus, log: createLog('test', 'silent') },
    purge: async () => undefined,
    hasMore: async () => false,
  })
  await job.stop()
}

test('every organization that is purged is reported, however many were deleted after it', async () => {
  await sql`
    insert into deleted_organization (id, noticed_at, purged_at)
    select 'spam-' || n, now() + make_interval(secs => n), case when n <= 500 then now() end
    from generate_series(1, 2500) n`.execute(db())
  const { bus, reports } = identityThat(({ known }) => known)
  await turn(bus)
  expect(new Set(reports.flatMap(({ purged }) => purged)).size).toBe(500)
  const { rows } = await sql`select id from deleted_organization where is_reported`.execute(db())
  expect(rows).toHaveLength(500)
})

test('organizations that identity does not know as deleted are taken back', async () => {
  await sql`insert into deleted_organization (id) values ('gone'), ('restored')`.execute(db())
  const { bus } = identityThat(({ known }) => known.filter((id) => id === 'gone'))
  await turn(bus)
  const { rows } = await sql<{ id: string }>`select id from deleted_organization`.execute(db())
  expect(rows.map(({ id }) => id)).toEqual(['gone'])
})

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { deletedOrganizationsSubject, type PurgeReport } from '@quire/contracts'
import type { ServiceTest } from '@quire/world/service-test'
import { sql as raw } from 'kysely'
import { sqlOf, startIdentity } from '../support.ts'

let identity: ServiceTest
beforeAll(async () => {
  identity = await startIdentity()
  // Deletions of a script, of which identity itself has nothing any more.
  await raw`
    insert into deleted_organization (id, organization_version, in_force_at, identity_purged_at)
    select idOf, 2, now(), now() from generate_series(0, 2499) n, lateral (values ('spam-' || lpad(n::text, 4, '0'))) v (idOf)
  `.execute(sqlOf(identity))
})
afterAll(() => identity.stop())

const idOf = (n: number) => `spam-${String(n).padStart(4, '0')}`
const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => idOf(from + at))

/** Reports as sites; returns the organizations that identity names. */
async function named(report: Partial<PurgeReport>): Promise<Set<string>> {
  const { bus } = identity.service.foundation
  const body = { service: 'sites', purged: [], known: [], ...report }
  const reply = await bus.connection.request(bus.subject(deletedOrganizationsSubject), JSON.stringify(body))
  return new Set(reply.json<{ deleted: string[] }>().deleted)
}

test('an answer names every deletion that is asked about, however many there are', async () => {
  const known = ids(1500, 2500)
  const answer = await named({ known: [...known.slice(1), 'lives'] })
  expect(known.slice(1).filter((id) => !answer.has(id))).toEqual([])
  expect(answer.has('lives')).toBe(false)
  expect(answer.size).toBe(2000)
})

test('deletions that a service has not reported come before those that it has', async () => {
  for (const from of [0, 1000]) await named({ purged: ids(from, from + 1000) })
  const answer = await named({})
  expect(ids(2000, 2500).filter((id) => !answer.has(id))).toEqual([])
})

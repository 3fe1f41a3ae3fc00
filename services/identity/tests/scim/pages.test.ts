import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { ServiceTest } from '@quire/world/service-test'
import { addOrganization, addPerson, startIdentity } from '../support.ts'
import { providerOf } from './scim.fixture.ts'

let identity: ServiceTest
let scim: ReturnType<typeof providerOf>
let offsetMs = 0
beforeAll(async () => {
  identity = await startIdentity({}, { now: () => new Date(Date.now() + offsetMs) })
  const ada = await addPerson(identity, 'Ada Lovelace')
  scim = providerOf(identity, await addOrganization(identity, ada))
})
afterAll(() => identity.stop())

const page = async (name: 'listScimUsers' | 'listScimGroups', startIndex: number) => {
  const { body } = await scim(name, { query: { startIndex: `${startIndex}`, count: '2' } })
  const ids: string[] = body.Resources.map(({ id }: { id: string }) => id)
  return { total: body.totalResults, ids }
}

const kinds = [
  ['users', 'listScimUsers', 'createScimUser', (number: number) => ({ userName: `p${number}@example.com` })],
  ['groups', 'listScimGroups', 'createScimGroup', (number: number) => ({ displayName: `Team ${number}` })],
] as const

test.each(kinds)(
  'a page of %s goes on behind the last item of the page before, also where an earlier one is gone',
  async (kind, list, create, described) => {
    for (const number of [1, 2, 3, 4, 5]) await scim(create, { body: described(number) })
    const whole: string[] = (await scim(list)).body.Resources.map(({ id }: { id: string }) => id)
    const first = await page(list, 1)
    expect(first).toEqual({ total: whole.length, ids: whole.slice(0, 2) })
    const [, gone = ''] = first.ids
    if (kind === 'users') await scim('deleteScimUser', { params: { userId: gone } })
    else await scim('deleteScimGroup', { params: { teamId: gone } })
    expect(await page(list, 3)).toEqual({ total: whole.length, ids: whole.slice(2, 4) })
    // A client that begins elsewhere, or comes later, is counted for, and gets the items with these numbers.
    const left = whole.filter((id) => id !== gone)
    expect(await page(list, 2)).toEqual({ total: left.length, ids: left.slice(1, 3) })
    offsetMs += 6 * 60_000
    expect(await page(list, 4)).toEqual({ total: left.length, ids: left.slice(3, 5) })
  },
)

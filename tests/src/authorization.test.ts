import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { allOperations } from '@quire/contracts'
import { someOf } from '@quire/properties'
import { operationIn, table } from './authorization/authorization-table.ts'
import { type Cast, castWorld } from './authorization/cast.ts'
import { type CallerName, callers, type Row } from './authorization/row-types.ts'
import { type Api, operationOf, type RequestOptions } from './support/api-client.ts'
import { shared } from './support/fresh.ts'
import { inPath } from './support/seed.ts'

const order = ['read', 'comment', 'edit', 'review', 'create', 'admin']
const levels: Partial<Record<CallerName, number>> = {
  reader: 0,
  owner: 0,
  commenter: 1,
  editor: 2,
  reviewer: 3,
  creator: 4,
  admin: 5,
}

let api: Api
let cast: Cast
let close: () => Promise<void>
beforeAll(async () => {
  ;({ api, cast, close } = await castWorld())
})
afterAll(() => close())

test('every operation says who may, and nothing else is in the table', () => {
  const known = new Set(Object.keys(table).map(operationIn))
  expect([...known].sort()).toEqual(allOperations.map(({ id }) => id).sort())
  expect(allOperations.map(({ id }) => id).filter((id) => !table[id])).toEqual([])
})

test.each(Object.entries(table))('%s is open to exactly whom it is meant for', async (key, row) => {
  const id = operationIn(key)
  const together = shared(cast.stageFor('admin').fresh)
  const calls: [CallerName, RequestOptions][] = []
  // One after the other, and before the first call, so that every service knows all of it when a call comes.
  for (const caller of callersOf(key, row)) {
    const stage = cast.stageFor(caller)
    const isRefused = expected(id, row, caller) !== row.ok
    calls.push([caller, (await row.given?.(isRefused ? { ...stage, fresh: together } : stage)) ?? {}])
  }
  const answered = await Promise.all(
    calls.map(async ([caller, { params, ...sent }]) => {
      const all = { ...inPath(id, cast.seeded), ...params }
      return [caller, (await api.send(id, cast.tokens.get(caller), { ...sent, params: all })).status] as const
    }),
  )
  expect(Object.fromEntries(answered)).toEqual(Object.fromEntries(calls.map(([one]) => [one, expected(id, row, one)])))
})

/** Audited operations of which every call in the table finds everything as it wants it, or leaves the live content alone. */
const unchanged = ['applyTemplateToSpace', 'joinOrganization', 'revokeProgramToken', 'signOut']
/** Audited operations whose event is in no organization. */
const outside = ['deleteOrganization', 'deleteOrganizationById']

test('every audited operation that succeeded left an event in its organization, and no event has a token', async () => {
  const token = cast.tokens.get('admin') ?? ''
  // The position of this write covers those of all calls before it.
  await api.made('createOrganizationTeam', token, { params: { ...cast.seeded }, body: { title: 'Last' } })
  const events = await allPages('listOrganizationAuditEvents', token, { ...cast.seeded })
  const { items: organizations } = await api.made('listOrganizationsForAuthenticatedUser', token, {
    query: { limit: '1000' },
  })
  for (const { id } of organizations) {
    if (id === cast.seeded.organizationId) continue
    events.push(...(await allPages('listOrganizationAuditEvents', token, { organizationId: id })))
  }
  const left = new Set(events.map(({ action }) => action))
  const succeeds = (id: string) => Object.keys(table).some((key) => operationIn(key) === id && changes(id, key))
  const wanted = allOperations.filter(
    // What a job does, it records when it is done.
    ({ id, audited }) => audited && !audited.byJob && succeeds(id) && ![...unchanged, ...outside].includes(id),
  )
  expect(wanted.length).toBeGreaterThan(80)
  expect(wanted.map(({ id }) => id).filter((id) => !left.has(id))).toEqual([])
  const text = JSON.stringify(events)
  expect([...cast.tokens].filter(([, secret]) => text.includes(secret))).toEqual([])
})

/** True if a row's success changes something. */
const changes = (id: string, key: string) => {
  const { ok = 400 } = table[key] ?? {}
  return ok < 300 && !(ok === 204 && operationOf(id).method === 'DELETE')
}

async function allPages(id: string, token: string, params: Record<string, string>): Promise<{ action: string }[]> {
  const items: { action: string }[] = []
  for (let page: string | undefined; ; ) {
    const body = await api.made(id, token, { params, query: { limit: '100', ...(page && { page }) } })
    items.push(...body.items)
    page = body.next?.page
    if (page === undefined) return items
  }
}

/** All callers, without some that are far from the weakest admitted one and that the row does not mention. */
function callersOf(key: string, { least, meets = {} }: Row): CallerName[] {
  const place = order.indexOf(least)
  const isAlike = (one: CallerName) => {
    const level = levels[one]
    return level !== undefined && level !== place && level !== place - 1 && meets[one] === undefined
  }
  const alike = someOf(callers.filter(isAlike), 3, key)
  return callers.filter((one) => !isAlike(one) || alike.includes(one))
}

/** Returns the status that the row expects for one caller. */
function expected(id: string, row: Row, caller: CallerName): number {
  const { least, ok, guest = ok, stranger = 404, meets = {}, reads, secret } = row
  const met = meets[caller]
  if (met !== undefined) return met
  if (least === 'anyone') return ok
  if (caller === 'anonymous' || caller === 'forger') return 401
  if (caller === 'operator' || least === 'operator') return caller === least ? ok : 403
  if (caller === 'limited') return reads || (operationOf(id).method === 'GET' && !secret) ? ok : 403
  if (least === 'user') return ok
  if (caller === 'outsider' || caller === 'removed' || caller === 'disabled') return stranger
  if (caller === 'guest') return guest
  return (levels[caller] ?? -1) >= order.indexOf(least) ? ok : 403
}

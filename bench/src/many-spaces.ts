import { z } from 'zod'
import { clientOf, must, type Send } from './api.ts'
import type { Group } from './compare.ts'
import { withDatabase } from './database.ts'
import { principals } from './direct.ts'
import { collections, grants, indexed, spaces, spacesPerCollection } from './many-spaces-rows.ts'
import { type Asker, atService, type Kind, targetOf } from './requests.ts'
import type { Quire } from './system.ts'

/** Somebody who lists the spaces of the organization. */
interface Lister extends Asker {
  organization: string
  /** The cursor of a page that lies deep in what they see. */
  deep: string
}

/** An organization of many spaces, and who lists them: an administrator sees all, the others one in a hundred. */
export interface ManySpaces {
  spaces: number
  administrator: Lister
  /** Sees what a default level leaves open. */
  member: Lister
  /** Sees what is granted to them. */
  guest: Lister
}

interface MakeOptions {
  send: Send
  quire: Quire
  signal: AbortSignal
  /** The administrator's. */
  userId: string
  count: number
}

const Made = z.object({ id: z.string() })
const people = ['member', 'guest'] as const
const depth = 500

/**
 * Makes the organization and its people through the interface, and the spaces, collections and grants in content's
 * database, in bulk. Rows are as the interface leaves them; other services are not told, and nothing that is measured
 * asks them.
 */
export async function makeManySpaces({ send, quire, signal, userId, count }: MakeOptions): Promise<ManySpaces> {
  const create = async (path: string, body: object, method = 'POST') =>
    Made.parse(await must(send(method, path, body))).id
  const organization = await create('/v1/orgs', { title: `${count} spaces` })
  const tokens = { member: '', guest: '' }
  for (const name of people) tokens[name] = await quire.token(`${name}@example.com`, name)
  await must(
    send('POST', `/v1/orgs/${organization}/invites`, {
      emails: people.map((name) => ({ email: `${name}@example.com`, role: name === 'guest' ? null : 'read' })),
    }),
  )
  const ids = { member: '', guest: '' }
  for (const name of people) {
    const asPerson = clientOf(quire.gateway, signal, { authorization: `Bearer ${tokens[name]}` })
    ids[name] = Made.parse(await must(asPerson('GET', '/v1/user'))).id
  }
  const team = await create(`/v1/orgs/${organization}/teams`, { title: 'Readers', members: [ids.guest] }, 'PUT')
  const collection = await create(`/v1/orgs/${organization}/collections`, { title: 'The first' })
  const space = await create(`/v1/orgs/${organization}/spaces`, { title: 'The first' })
  await fill(quire, { organization, collection, space, team, guest: ids.guest, count })

  const listerOf = async (userId: string): Promise<Lister> => {
    const asking: Asker = { quire, token: '', principal: principals(quire.config, userId) }
    const path = `/v1/orgs/${organization}/spaces`
    const { owner, header } = asking.principal('listSpacesInOrganizationById', path)
    const list = clientOf(quire.services[owner].url, signal, header)
    const Page = z.object({ items: z.array(Made), next: z.object({ page: z.string() }) })
    const { items, next } = Page.parse(await must(list('GET', `${path}?limit=${depth}`)))
    if (items.length !== depth) throw new Error(`a list of ${depth} has ${items.length} items`)
    return { ...asking, organization, deep: next.page }
  }
  return {
    spaces: count,
    administrator: await listerOf(userId),
    member: await listerOf(ids.member),
    guest: await listerOf(ids.guest),
  }
}

interface FillTarget {
  organization: string
  collection: string
  space: string
  team: string
  guest: string
  count: number
}

async function fill({ services }: Quire, { organization, collection, space, team, guest, count }: FillTarget) {
  const start = organization.slice(0, 15)
  const membership = await withDatabase(services.identity.databaseUrl, async (identity) => {
    const { rows } = await identity.query('select id from member where organization_id = $1 and user_id = $2', [
      organization,
      guest,
    ])
    return Made.parse(rows[0]).id
  })
  await withDatabase(services.content.databaseUrl, async (content) => {
    await content.query(collections, [start, collection, count / (2 * spacesPerCollection)])
    await content.query(spaces, [start, space, count])
    await content.query(grants, [start, organization, count, membership, team])
    await content.query(indexed, [organization])
    // As autovacuum does soon after so many rows.
    for (const table of ['collection', 'space', 'access_grant', 'search_space'])
      await content.query(`vacuum (analyze) ${table}`)
  })
}

const list = (name: string, query: (on: Lister) => string): Kind<Lister> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) =>
    atService(on, 'listSpacesInOrganizationById', `/v1/orgs/${on.organization}/spaces?limit=50${query(on)}`),
})

export const spaceListKinds = [
  list('50 spaces, with `count`', () => ''),
  list(`50 spaces behind ${depth} others`, ({ deep }) => `&page=${deep}`),
]

/** Why the others see what they see. */
export const readers = ['left open to a member', 'granted to a guest'] as const

/** A list of which the caller may see one in a hundred, compared with the whole list. */
export function spaceListGroup(kinds: Kind<Lister>[], { spaces, administrator, member, guest }: ManySpaces): Group {
  const listers = { 'left open to a member': member, 'granted to a guest': guest }
  const against = (kind: Kind<Lister>, who: keyof typeof listers) => ({
    name: `${kind.name}, ${who}`,
    targets: [targetOf(kind, administrator), targetOf(kind, listers[who])],
    atMost: 3,
  })
  return {
    title: `${spaces} spaces, at content, one connection`,
    columns: ['all, an administrator', '1 in 100'],
    comparisons: kinds.flatMap((kind) => readers.map((who) => against(kind, who))),
    note:
      'The member sees what a default level leaves open, the guest what is granted to them, to their team or around it.\n' +
      '`count` is exact up to 10,000, so the first page of the administrator counts that far.',
  }
}

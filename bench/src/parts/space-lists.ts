import { z } from 'zod'
import { create, createOrganization, createSpaces } from '../data/pages.ts'
import { createClient, expectSuccess } from '../load/client.ts'
import { atService, type Caller, principals, type WorkloadKind, workloadOf } from '../load/workloads.ts'
import type { Measuring } from '../part.ts'
import { type Quire, withDatabase } from '../system.ts'
import { comparisonPart } from './comparison.ts'

const Identified = z.object({ id: z.string() })
const deepSpaces = 500
const otherSpaces = 60

const list = (name: string, query: (on: Lister) => string): WorkloadKind<Lister> => ({
  name: `content: ${name}`,
  connections: [1],
  load: (on) =>
    atService(on, 'listSpacesInOrganizationById', `/v1/orgs/${on.organization}/spaces?limit=50${query(on)}`),
})

const kinds = [
  list('50 spaces, with `count`', () => ''),
  list(`50 spaces behind ${deepSpaces} others`, ({ deep }) => `&page=${deep}`),
]

/** The person of each comparison, with the reason why some spaces are visible. */
const people = { member: 'left open to a member', guest: 'granted to a guest' } as const
const maxRatio = 3
const names = kinds.flatMap(({ name }) => Object.values(people).map((why) => `${name}, ${why}`))

/** Compares lists in which the caller may see one space in a hundred with the whole list. */
export const spaceLists = comparisonPart({
  name: 'content: lists of 100,000 spaces',
  workloads: names,
  targets: names.map((name) => ({ name, unit: '1 in 100 over all', max: maxRatio })),
  async groupOf(on) {
    const listers = await makeManySpaces(on)
    const comparisons = kinds.flatMap((kind) =>
      (['member', 'guest'] as const).map((who) => ({
        name: `${kind.name}, ${people[who]}`,
        workloads: [workloadOf(kind, listers.administrator), workloadOf(kind, listers[who])],
        max: maxRatio,
      })),
    )
    return {
      title: `${on.options.manySpaces} spaces, at content, one connection`,
      columns: ['all, an administrator', '1 in 100'],
      comparisons: comparisons.filter(({ name }) => on.isSelected(name)),
      note:
        'The member sees the spaces that a default level leaves open, the guest those granted to them, to their team or\n' +
        'around it. `count` is exact up to 10,000, so the first page of the administrator counts that far.',
    }
  },
})

/** A person who lists the spaces of the organization. */
interface Lister extends Caller {
  organization: string
  /** The cursor behind the first 500 spaces that the person sees. */
  deep: string
}

/** The people of an organization with many spaces: an administrator sees all, the others one in a hundred. */
interface ManySpaces {
  administrator: Lister
  /** Sees the spaces that are visible to all members. */
  member: Lister
  /** Sees the spaces that are granted. */
  guest: Lister
}

/**
 * Creates the organization and its people through the interface, and the spaces, collections and grants in content's
 * database, in bulk. The rows are those that the interface leaves. No events are published, and no measured request needs
 * them in another service.
 */
async function makeManySpaces(on: Measuring): Promise<ManySpaces> {
  const { quire, send, userId, options } = on
  const count = options.manySpaces
  // Plans differ if the statistics of the tables know a single organization.
  await createSpaces(on, await createOrganization(on, 'Another'), otherSpaces)
  const organization = await createOrganization(on, `${count} spaces`)
  const [member, guest] = [await createPerson(on, 'member'), await createPerson(on, 'guest')]
  const emails = [
    { email: member.email, role: 'read' },
    { email: guest.email, role: null },
  ]
  await expectSuccess(send('POST', `/v1/orgs/${organization}/invites`, { emails }))
  const team = await create(on, `/v1/orgs/${organization}/teams`, { title: 'Readers', members: [guest.id] }, 'PUT')
  const collection = await create(on, `/v1/orgs/${organization}/collections`, { title: 'The first' })
  const [space = ''] = await createSpaces(on, organization, 1)
  await insertRows(quire, { organization, collection, space, team, guest: guest.id, count })
  return {
    administrator: await listerOf(on, organization, userId),
    member: await listerOf(on, organization, member.id),
    guest: await listerOf(on, organization, guest.id),
  }
}

async function createPerson({ quire, signal }: Measuring, name: string) {
  const email = `${name}@example.com`
  const send = createClient(quire.gateway, signal, { authorization: `Bearer ${await quire.token(email, name)}` })
  return { email, id: Identified.parse(await expectSuccess(send('GET', '/v1/user'))).id }
}

async function listerOf({ quire, signal }: Measuring, organization: string, userId: string): Promise<Lister> {
  const caller: Caller = { quire, token: '', principal: principals(quire.config, userId) }
  const path = `/v1/orgs/${organization}/spaces`
  const { owner, header } = caller.principal('listSpacesInOrganizationById', path)
  const list = createClient(quire.services[owner].url, signal, header)
  const Page = z.object({ items: z.array(Identified), next: z.object({ page: z.string() }) })
  const { items, next } = Page.parse(await expectSuccess(list('GET', `${path}?limit=${deepSpaces}`)))
  if (items.length !== deepSpaces) throw new Error(`a list of ${deepSpaces} has ${items.length} items`)
  return { ...caller, organization, deep: next.page }
}

interface Rows {
  organization: string
  collection: string
  space: string
  team: string
  guest: string
  count: number
}

async function insertRows({ services }: Quire, { organization, collection, space, team, guest, count }: Rows) {
  const start = organization.slice(0, 15)
  const membership = await withDatabase(services.identity.databaseUrl, async (identity) => {
    const { rows } = await identity.query('select id from member where organization_id = $1 and user_id = $2', [
      organization,
      guest,
    ])
    return Identified.parse(rows[0]).id
  })
  await withDatabase(services.content.databaseUrl, async (content) => {
    await content.query(insertCollections, [start, collection, count / (2 * spacesPerCollection)])
    await content.query(insertSpaces, [start, space, count])
    await content.query(insertGrants, [start, organization, count, membership, team])
    await content.query(insertSearchRows, [organization])
    // Autovacuum would do the same during the measurement.
    for (const table of ['collection', 'space', 'access_grant', 'search_space'])
      await content.query(`vacuum (analyze) ${table}`)
  })
}

/** SQL of an id that sorts by number and has the 26 characters of a real one; $1 is its start. */
const idSql = (kind: 'S' | 'C', number: string) => `$1 || '${kind}' || lpad((${number})::text, 10, '0')`

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The whole numbers of fractional-indexing, from `d0000` on. */
const position = `'d' || ${[238_328, 3844, 62, 1].map((unit) => `substr('${digits}', number / ${unit} % 62 + 1, 1)`).join(' || ')}`

/** Every second space is in a collection. */
const spacesPerCollection = 50
const collectionOf = `(number / ${2 * spacesPerCollection})`
/** Every 250th collection is hidden from people without a grant on it. */
const closedStep = 250

/** Copies an existing row, whatever columns the table has; `changed` gives the columns that differ. */
const like = (table: string, count: string, changed: string) => `
  insert into ${table}
  select made.*
  from generate_series(0, ${count} - 1) number
    cross join ${table} model
    cross join lateral jsonb_populate_record(model, jsonb_build_object(${changed}, 'position', ${position})) made
  where model.id = $2`

/** $1 start of ids, $2 the collection that is copied, $3 number of collections. */
const insertCollections = like(
  'collection',
  '$3::int',
  `'id', ${idSql('C', 'number')}, 'title', 'Collection ' || number,
   'default_level', case when number % ${closedStep} = 0 then 'none' else 'inherit' end`,
)

const isInherited = `(number % 100 = 50 or (number % 2 = 0 and ${collectionOf} % ${closedStep} = 0))`
const parent = `case when number % 2 = 0 then ${idSql('C', collectionOf)} end`

/** $1 start of ids, $2 the space that is copied, $3 number of spaces. One in a hundred is visible to all members. */
const insertSpaces = like(
  'space',
  '$3::int',
  `'id', ${idSql('S', 'number')}, 'title', 'Space ' || number, 'collection_id', ${parent},
   'default_level', case when ${isInherited} then 'inherit' else 'none' end,
   'default_scope', case when ${isInherited} then coalesce(${parent}, model.organization_id) else ${idSql('S', 'number')} end`,
)

/**
 * Makes one space in 100 visible to the guest: of 500 spaces 2 by a grant to the guest, 2 by a grant to the guest's team,
 * and 1 through the hidden collections. $1 start of ids, $2 organization, $3 number of spaces, $4 membership, $5 team.
 */
const insertGrants = `
  insert into access_grant (scope_id, scope_kind, subject_id, subject_kind, organization_id, role, version, created_at)
  select ${idSql('S', 'number')}, 'space', case when number % 250 = 1 then $4 else $5 end,
    case when number % 250 = 1 then 'member' else 'team' end, $2, 'read', 1, now()
  from generate_series(0, $3::int - 1) number where number % 250 in (1, 101)
  union all
  select ${idSql('C', 'number')}, 'collection', $4, 'member', $2, 'read', 1, now()
  from generate_series(0, $3::int / ${2 * spacesPerCollection} - 1) number where number % ${closedStep} = 0`

/** Marks all spaces as indexed, since they have no pages. $1 organization. */
const insertSearchRows = `
  insert into search_space (space_id, organization_id, revision)
  select id, organization_id, revision from space where organization_id = $1
  on conflict (space_id) do nothing`

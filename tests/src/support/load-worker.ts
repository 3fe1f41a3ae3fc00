import { type Act, type CreatedThing, type Holdings, pick } from './content-acts.ts'
import { identityActs } from './identity-acts.ts'
import type { Client, Random } from './load-client.ts'

type Others = Pick<Act, 'people' | 'passing'>

/** Makes an organization with its members, then does random writes until stopped or until `max` are done. */
export async function work(client: Client, others: Others, random: Random, max: number, stopped: () => boolean) {
  const { people } = others
  const organization = await until(stopped, () => client.write<CreatedThing>('POST', '/orgs', { title: 'Killed' }))
  if (!organization) return
  const holdings: Holdings = {
    organization: organization.id,
    collections: [],
    spaces: [],
    teams: [],
    comments: [],
    links: [],
    tokens: [],
    given: [],
    isPassing: false,
  }
  const emails = people.map((person) => person.email)
  await until(stopped, () => client.write('POST', `/orgs/${organization.id}/invites`, { emails, role: 'read' }))
  client.expect(`/orgs/${organization.id}`)
  for (const person of people) client.expect(`/orgs/${organization.id}/members/${person.id}`)
  for (let count = 0; count < max && !stopped(); count += 1) {
    const act = pick(random, acts) ?? addSpace
    await act({ client, ...others, random, holdings, tag: `${count}-${random().toString(36).slice(2)}` })
  }
}

/** Repeats an attempt without which nothing else can go on. */
async function until<T>(stopped: () => boolean, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  let result = await attempt()
  while (result === undefined && !stopped()) result = await attempt()
  return result
}

async function addSpace({ client, random, holdings, tag }: Act) {
  const parent = pick(random, holdings.collections)
  const space = await client.write<CreatedThing>(
    'POST',
    `/orgs/${holdings.organization}/spaces`,
    {
      title: `Space ${tag}`,
      ...(parent && { parent }),
    },
    { kind: 'space', text: `Space ${tag}` },
  )
  if (!space) return
  holdings.spaces.push(space.id)
  client.expect(`/spaces/${space.id}`, `Space ${tag}`)
}

async function addCollection({ client, holdings, tag }: Act) {
  const one = await client.write<CreatedThing>(
    'POST',
    `/orgs/${holdings.organization}/collections`,
    {
      title: `Guides ${tag}`,
    },
    { kind: 'collection', text: `Guides ${tag}` },
  )
  if (!one) return
  holdings.collections.push(one.id)
  client.expect(`/collections/${one.id}`, `Guides ${tag}`)
}

async function grantToTeam({ client, random, holdings }: Act) {
  const team = pick(random, holdings.teams)
  const scope = scopeOf(random, holdings)
  if (!team || !scope) return
  const given = await client.write('POST', `${scope}/permissions`, { role: 'edit', teams: [team] })
  if (given) holdings.given.push(`${scope}/permissions/teams/${team}`)
}

async function grantToPerson({ client, people, random, holdings }: Act) {
  const person = pick(random, people)
  const scope = scopeOf(random, holdings)
  if (!person || !scope) return
  const given = await client.write('POST', `${scope}/permissions`, { role: 'comment', users: [person.id] })
  if (given) holdings.given.push(`${scope}/permissions/users/${person.id}`)
}

function scopeOf(random: Random, { spaces, collections }: Holdings): string | undefined {
  const [space, collection] = [pick(random, spaces), pick(random, collections)]
  if (collection && random() < 0.3) return `/collections/${collection}`
  return space && `/spaces/${space}`
}

async function takeBack({ client, random, holdings }: Act) {
  const path = pick(random, holdings.given)
  if (!path) return
  holdings.given.splice(holdings.given.indexOf(path), 1)
  await client.write('DELETE', path)
}

async function comment({ client, random, holdings, tag }: Act) {
  const space = pick(random, holdings.spaces)
  if (!space) return
  const path = `/spaces/${space}/comments`
  const one = await client.write<CreatedThing>(
    'POST',
    path,
    { body: { markdown: `Remark ${tag}` } },
    { kind: 'comment', text: `Remark ${tag}` },
  )
  if (!one) return
  holdings.comments.push(`${path}/${one.id}`)
  client.expect(`${path}/${one.id}`)
}

async function reply({ client, random, holdings, tag }: Act) {
  const path = pick(random, holdings.comments)
  if (!path) return
  const body = { markdown: `Answer ${tag}` }
  const one = await client.write<CreatedThing>(
    'POST',
    `${path}/replies`,
    { body },
    { kind: 'reply', text: `Answer ${tag}` },
  )
  if (one) client.expect(`${path}/replies/${one.id}`)
}

async function uncomment({ client, random, holdings }: Act) {
  const path = pick(random, holdings.comments)
  if (!path) return
  holdings.comments.splice(holdings.comments.indexOf(path), 1)
  client.dropPromises(`${path}/replies`)
  await client.remove(path)
}

async function changeAndMerge({ client, random, holdings, tag }: Act) {
  const space = pick(random, holdings.spaces)
  if (!space) return
  const path = `/spaces/${space}/change-requests`
  const request = await client.write<CreatedThing>(
    'POST',
    path,
    { subject: `Change ${tag}` },
    { kind: 'change request', text: `Change ${tag}` },
  )
  if (!request) return
  client.expect(`${path}/${request.id}`, `Change ${tag}`)
  const page = { operation: 'insert_page', title: `Page ${tag}`, document: { markdown: `Text ${tag}` } }
  if (!(await client.write('POST', `${path}/${request.id}/content`, { changes: [page] }))) return
  if (random() < 0.2) return
  const merged = await client.write('POST', `${path}/${request.id}/merge`)
  if (!merged) client.unsure({ space, request: request.id, page: `Page ${tag}` })
  else client.expect(`/spaces/${space}/content/pages?merged=${request.id}`, `Page ${tag}`)
}

async function removeSpace({ client, random, holdings }: Act) {
  if (random() > 0.2 || holdings.spaces.length < 4) return
  const space = pick(random, holdings.spaces)
  if (!space) return
  // Things in the space are no longer readable.
  holdings.spaces.splice(holdings.spaces.indexOf(space), 1)
  holdings.comments = holdings.comments.filter((path) => !path.includes(space))
  holdings.given = holdings.given.filter((path) => !path.includes(space))
  client.dropPromises(`/spaces/${space}`)
  await client.write('DELETE', `/spaces/${space}`)
}

/** Acts that are more frequent are listed more often. */
const acts = [
  addSpace,
  addSpace,
  addCollection,
  grantToTeam,
  grantToTeam,
  grantToPerson,
  takeBack,
  comment,
  comment,
  comment,
  reply,
  reply,
  uncomment,
  changeAndMerge,
  changeAndMerge,
  removeSpace,
  ...identityActs,
]

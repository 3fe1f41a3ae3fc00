import { createHash } from 'node:crypto'
import { type Act, type CreatedThing, type Holdings, pick } from './content-acts.ts'
import { identityActs } from './identity-acts.ts'
import type { Client, Random } from './load-client.ts'
import { sitesActs } from './sites-acts.ts'

/** Files of up to 100 kB. */
const maxFileRepeats = 4000
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

type Others = Pick<Act, 'people' | 'passing'>

/** Makes an organization with its members, and what a worker begins with. */
export async function prepare(client: Client, { people }: Others): Promise<Holdings> {
  const stopped = () => false
  client.begin()
  const organization = await until(stopped, () => client.write<CreatedThing>('POST', '/orgs', { title: 'Killed' }))
  if (!organization) throw new Error('there is no organization')
  const emails = people.map((person) => person.email)
  await until(stopped, () => client.write('POST', `/orgs/${organization.id}/invites`, { emails, role: 'read' }))
  client.expectNew(`/orgs/${organization.id}`)
  for (const person of people) client.expectNew(`/orgs/${organization.id}/members/${person.id}`)
  return {
    organization: organization.id,
    collections: [],
    spaces: [],
    sites: [],
    placed: [],
    publishable: [],
    teams: [],
    comments: [],
    links: [],
    tokens: [],
    given: [],
    isPassing: false,
    acts: 0,
  }
}

/** Does random writes until stopped. */
export async function work(client: Client, others: Others, holdings: Holdings, random: Random, stopped: () => boolean) {
  while (!stopped()) {
    const act = pick(random, acts) ?? addSpace
    client.begin()
    holdings.acts += 1
    await act({ client, ...others, random, holdings, tag: `${holdings.acts}-${random().toString(36).slice(2)}` })
    const refusal = client.lastRefusal()
    if (refusal !== undefined) forget(holdings, refusal)
  }
}

/** Drops things that a refusal is about: a restored database may have lost them. */
function forget(holdings: Holdings, refusal: string) {
  const isLeft = (name: string) => !refusal.includes(name)
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  for (const kind of ['collections', 'spaces', 'teams', 'sites', 'publishable'] as const)
    holdings[kind] = holdings[kind].filter(isLeft)
  for (const kind of ['comments', 'links'] as const)
    holdings[kind] = holdings[kind].filter((path) => isLeft(path) && isLeft(last(path)))
  holdings.tokens = holdings.tokens.filter(({ id }) => isLeft(id))
  holdings.given = holdings.given.filter(isLeft)
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
  client.expectNew(`/spaces/${space.id}`, `Space ${tag}`)
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
  client.expectNew(`/collections/${one.id}`, `Guides ${tag}`)
}

async function grantToTeam({ client, random, holdings }: Act) {
  const team = pick(random, holdings.teams)
  const scope = scopeOf(random, holdings)
  if (!team || !scope) return
  const given = await client.write('POST', `${scope}/permissions`, { role: 'edit', teams: [team] })
  if (given) client.made(`${scope}/permissions/teams/${team}`)
  if (given) holdings.given.push(`${scope}/permissions/teams/${team}`)
}

async function grantToPerson({ client, people, random, holdings }: Act) {
  const person = pick(random, people)
  const scope = scopeOf(random, holdings)
  if (!person || !scope) return
  const given = await client.write('POST', `${scope}/permissions`, { role: 'comment', users: [person.id] })
  if (given) client.made(`${scope}/permissions/users/${person.id}`)
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
  client.expectNew(`${path}/${one.id}`)
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
  if (one) client.expectNew(`${path}/replies/${one.id}`)
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
  client.expectNew(`${path}/${request.id}`, `Change ${tag}`)
  const page = { operation: 'insert_page', title: `Page ${tag}`, document: { markdown: `Text ${tag}` } }
  if (!(await client.write('POST', `${path}/${request.id}/content`, { changes: [page] }))) return
  if (random() < 0.2) return
  const merged = await client.write('POST', `${path}/${request.id}/merge`)
  if (!merged) client.unsure({ space, request: request.id, page: `Page ${tag}` })
  else client.expect(`/spaces/${space}/content/pages?merged=${request.id}`, `Page ${tag}`)
}

/** Merges a change request with a file, whose bytes no other file has. */
async function uploadFile({ client, random, holdings, tag }: Act) {
  const space = pick(random, holdings.spaces)
  if (!space) return
  const path = `/spaces/${space}/change-requests`
  const request = await client.write<CreatedThing>('POST', path, { subject: `Upload ${tag}` })
  if (!request) return
  client.expectNew(`${path}/${request.id}`, `Upload ${tag}`)
  const bytes = Buffer.from(tag.repeat(1 + Math.floor(random() * maxFileRepeats)))
  const file = { name: `${tag}.txt`, base64: bytes.toString('base64') }
  const change = { operation: 'insert_files', files: [file] }
  if (!(await client.write('POST', `${path}/${request.id}/content`, { changes: [change] }))) return
  if (!(await client.write('POST', `${path}/${request.id}/merge`))) return
  const stored = await client.findFile(space, file.name)
  if (stored) client.expect(`/spaces/${space}/content/files/${stored}`, file.name, sha256(bytes))
}

async function removeSpace({ client, random, holdings }: Act) {
  if (random() > 0.2 || holdings.spaces.length < 4) return
  const space = pick(random, holdings.spaces)
  // A published site needs its space.
  if (!space || holdings.placed.some((one) => one.endsWith(space))) return
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
  uploadFile,
  removeSpace,
  ...identityActs,
  ...sitesActs,
]

import { type Act, type CreatedThing, pick } from './content-acts.ts'

async function addTeam({ client, people, random, holdings, tag }: Act) {
  const title = `Team ${tag}`.slice(0, 30)
  const members = people.filter(() => random() < 0.5).map((person) => person.id)
  const team = await client.write<CreatedThing>('PUT', `/orgs/${holdings.organization}/teams`, { title, members })
  if (!team) return
  holdings.teams.push(team.id)
  client.expectNew(`/orgs/${holdings.organization}/teams/${team.id}`, title)
}

async function joinTeam({ client, people, random, holdings }: Act) {
  const [team, person] = [pick(random, holdings.teams), pick(random, people)]
  if (!team || !person) return
  const path = `/orgs/${holdings.organization}/teams/${team}/members/${person.id}`
  if (await client.write('PUT', path, {})) client.made(path)
  holdings.given.push(path)
}

async function renameTeam({ client, random, holdings, tag }: Act) {
  const team = pick(random, holdings.teams)
  if (!team) return
  const path = `/orgs/${holdings.organization}/teams/${team}`
  const title = `Renamed ${tag}`.slice(0, 30)
  client.dropPromises(path)
  if (await client.write('PATCH', path, { title })) client.expect(path, title)
  else client.expectStill(path)
}

async function changeRole({ client, people, random, holdings }: Act) {
  const person = pick(random, people)
  const role = pick(random, ['read', 'comment', 'edit', 'review', 'create'])
  if (!person) return
  const path = `/orgs/${holdings.organization}/members/${person.id}`
  client.dropPromises(`${path}?role`)
  if (await client.write('PATCH', path, { role })) client.expect(`${path}?role`, `"role":"${role}"`)
}

/** Disables, enables, removes or invites the passing member again; an unknown state is found out first. */
async function comeOrGo({ client, passing, random, holdings }: Act) {
  const path = `/orgs/${holdings.organization}/members/${passing.id}`
  const wasMember = holdings.isPassing
  const places = ['', '/spaces', '/sites'].map((rest) => `/orgs/${holdings.organization}${rest}`)
  client.dropPromises(path)
  for (const place of places) client.unbar(passing.token, place)
  holdings.isPassing = false
  if (!wasMember) {
    const body = { emails: [passing.email], role: 'comment' }
    holdings.isPassing = (await client.write('POST', `/orgs/${holdings.organization}/invites`, body)) !== undefined
    if (holdings.isPassing) client.expectNew(path)
  } else if (random() < 0.6) {
    const disabled = random() < 0.5
    const done = await client.write('PATCH', path, { disabled })
    holdings.isPassing = client.lastRefusal() === undefined
    if (done) client.expect(path, `"disabled":${disabled}`)
    if (done && disabled) for (const place of places) await client.bar(passing.token, place)
  } else if (await client.remove(path)) for (const place of places) await client.bar(passing.token, place)
}

async function addToken({ client, holdings, tag }: Act) {
  const name = `Token ${tag}`
  const write = { kind: 'token', text: name, keyed: false } as const
  const made = await client.write<CreatedThing & { token: string }>('POST', '/user/tokens', { name }, write)
  if (!made) return
  client.issued(`/user/tokens/${made.id}`, made.token)
  holdings.tokens.push({ id: made.id, secret: made.token })
  if ((await client.statusFor(made.token, '/user')) === 401) client.wrong('rights', 'a new token was refused', '/user')
}

async function revokeToken({ client, random, holdings }: Act) {
  const token = pick(random, holdings.tokens)
  if (!token) return
  holdings.tokens.splice(holdings.tokens.indexOf(token), 1)
  if (await client.write('DELETE', `/user/tokens/${token.id}`)) await client.bar(token.secret, '/user')
}

async function addLink({ client, holdings }: Act) {
  const path = `/orgs/${holdings.organization}/link-invites`
  const link = await client.write<CreatedThing>('POST', path, { role: 'read' })
  if (!link) return
  holdings.links.push(`${path}/${link.id}`)
  client.expectNew(`${path}/${link.id}`, '"role":"read"')
}

async function changeLink({ client, random, holdings }: Act) {
  const path = pick(random, holdings.links)
  const role = pick(random, ['comment', 'edit', 'review'])
  if (!path) return
  client.dropPromises(path)
  if (await client.write('PATCH', path, { role })) client.expect(path, `"role":"${role}"`)
  else client.expectStill(path)
}

async function removeLink({ client, random, holdings }: Act) {
  const path = pick(random, holdings.links)
  if (!path) return
  holdings.links.splice(holdings.links.indexOf(path), 1)
  await client.remove(path)
}

/** Acts that are more frequent are listed more often. */
export const identityActs = [
  addTeam,
  joinTeam,
  renameTeam,
  changeRole,
  comeOrGo,
  comeOrGo,
  addLink,
  changeLink,
  removeLink,
  addToken,
  revokeToken,
]

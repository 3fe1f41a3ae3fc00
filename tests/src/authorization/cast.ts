import { createWorld, type Person, type World } from '@quire/world'
import { type Api, apiOf } from '../support/api-client.ts'
import { included, serveArchive } from '../support/archives.ts'
import { freshThings } from '../support/fresh.ts'
import { operatorToken } from '../support/operator.ts'
import { seed } from '../support/seed.ts'
import { type CallerName, callers, type Stage } from './row-types.ts'

/** The role with which each caller is invited. */
const roles: Partial<Record<CallerName, string | null>> = {
  removed: 'edit',
  disabled: 'edit',
  guest: null,
  reader: 'read',
  owner: 'read',
  commenter: 'comment',
  editor: 'edit',
  reviewer: 'review',
  creator: 'create',
}

/** A world of its own with the cast in it; ends with `close`. */
export async function castWorld() {
  const source = await serveArchive(included)
  const world = await createWorld({ env: { OUTBOUND_ALLOW: source.allow } })
  const api = apiOf(world.gateways[0] ?? '', world.env)
  const close = async () => {
    await world.close()
    await source.close()
  }
  return { world, api, cast: await castOf(world, api, source.url), close }
}

/** All callers in an organization of `admin`, except `outsider`, who has one of their own; see `seed`. */
export type Cast = Awaited<ReturnType<typeof castOf>>

export async function castOf(world: World, api: Api, archive?: string) {
  const { admin, outsider, tokens, selves } = await signInAll(world, api)
  const seeded = await seed(api, admin, 'Acme', archive, world)
  const foreign = await seed(api, outsider, 'Others', archive, world)
  const fresh = freshThings(world, api, admin, seeded)
  const place = placing(api, admin, selves)
  for (const caller of callers) {
    await place(caller, seeded.organizationId)
    // Brings each of them there once: nothing is recorded of accounts that never came (docs/adr/0060).
    await api.send('getOrganizationById', tokens.get(caller), { params: { organizationId: seeded.organizationId } })
  }
  await api.made('addMemberToOrganizationTeamById', admin.token, {
    params: { ...seeded, userId: selves.get('owner') ?? '' },
    body: { role: 'owner' },
  })
  const createOrganization = async (caller: CallerName, settings: object) => {
    const { id } = await api.made('createOrganization', admin.token, { body: { title: 'Anew', ...settings } })
    await place(caller, id)
    return id
  }
  return {
    seeded,
    foreign,
    tokens,
    stageFor: (caller: CallerName): Stage => ({
      seeded,
      caller,
      self: selves.get(caller) ?? seeded.userId,
      fresh,
      createOrganization: (settings = {}) => createOrganization(caller, settings),
    }),
  }
}

const emailOf = (caller: CallerName) => `${caller}@example.com`

/** Everybody's token and user id; the admin has two tokens more, a read-only one and one that was tampered with. */
async function signInAll(world: World, api: Api) {
  const tokens = new Map<CallerName, string>()
  const selves = new Map<CallerName, string>()
  const person = async (name: CallerName): Promise<Person> => {
    const one = await world.person(emailOf(name), name)
    tokens.set(name, one.token)
    selves.set(name, (await api.made('getAuthenticatedUser', one.token)).id)
    return one
  }
  const [admin, outsider] = [await person('admin'), await person('outsider')]
  for (const name of Object.keys(roles) as CallerName[]) await person(name)
  const limited = await api.made('createAccessToken', admin.token, { body: { name: 'Limited', scope: 'read' } })
  tokens.set('limited', limited.token)
  tokens.set('operator', await operatorToken(world))
  tokens.set('forger', `${admin.token.slice(0, -4)}AAAA`)
  return { admin, outsider, tokens, selves }
}

/** Gives a caller their role in one of the admin's organizations. */
function placing(api: Api, admin: Person, selves: Map<CallerName, string>) {
  return async (caller: CallerName, organizationId: string) => {
    const role = roles[caller]
    if (role === undefined) return
    const params = { organizationId, userId: selves.get(caller) ?? '' }
    const send = (id: string, body?: object) => api.made(id, admin.token, { params, body })
    await send('inviteUsersToOrganization', { emails: [{ email: emailOf(caller), role }] })
    if (caller === 'removed') await send('removeMemberFromOrganizationById')
    if (caller === 'disabled') await send('updateMemberInOrganizationById', { disabled: true })
  }
}

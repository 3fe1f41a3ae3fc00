import type { Person, World } from '@quire/world'
import type { Api } from '../support/api.ts'
import { freshThings } from '../support/fresh.ts'
import { seed } from '../support/seed.ts'
import { type CallerName, callers, type Stage } from './rows.ts'

/** Who is invited, and as what. */
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

/** All callers in their places: in an organization of `admin`, while `outsider` has one of their own. */
export type Cast = Awaited<ReturnType<typeof castOf>>

export async function castOf(world: World, api: Api) {
  const people = new Map<CallerName, Person>()
  for (const name of callers.slice(3)) people.set(name, await world.person(emailOf(name), name))
  const [admin, outsider] = [people.get('admin'), people.get('outsider')]
  if (!admin || !outsider) throw new Error('the cast lacks people')
  const seeded = await seed(api, admin, 'Acme')
  const foreign = await seed(api, outsider, 'Others')
  const fresh = freshThings(world, api, admin, seeded)
  const tokens = new Map<CallerName, string>()
  const selves = new Map<CallerName, string>()
  for (const [name, { token }] of people) {
    tokens.set(name, token)
    selves.set(name, (await api.made('getAuthenticatedUser', token)).id)
  }
  const limited = await api.made('createAccessToken', admin.token, { body: { name: 'Limited', scope: 'read' } })
  tokens.set('limited', limited.token)
  tokens.set('forger', `${admin.token.slice(0, -4)}AAAA`)

  /** Makes a caller what they are, in one of the admin's organizations. */
  const place = async (caller: CallerName, organizationId: string) => {
    const role = roles[caller]
    if (role === undefined) return
    const params = { organizationId, userId: selves.get(caller) ?? '' }
    const body = { emails: [{ email: emailOf(caller), role }] }
    await api.made('inviteUsersToOrganization', admin.token, { params, body })
    if (caller === 'removed') await api.made('removeMemberFromOrganizationById', admin.token, { params })
    if (caller === 'disabled')
      await api.made('updateMemberInOrganizationById', admin.token, { params, body: { disabled: true } })
  }

  for (const caller of callers) await place(caller, seeded.organizationId)
  await api.made('addMemberToOrganizationTeamById', admin.token, {
    params: { ...seeded, userId: selves.get('owner') ?? '' },
    body: { role: 'owner' },
  })

  return {
    seeded,
    foreign,
    tokens,
    stageFor: (caller: CallerName): Stage => ({
      seeded,
      caller,
      self: selves.get(caller) ?? seeded.userId,
      fresh,
      async anew(settings = {}) {
        const { id } = await api.made('createOrganization', admin.token, { body: { title: 'Anew', ...settings } })
        await place(caller, id)
        return id
      },
    }),
  }
}

const emailOf = (caller: CallerName) => `${caller}@example.com`

import type { Person, World } from '@quire/world'
import type { Api } from './api.ts'
import type { Seeded } from './seed.ts'

export type Kind =
  | 'space'
  | 'deleted space'
  | 'change request'
  | 'comment'
  | 'change request comment'
  | 'site'
  | 'site space'
  | 'team'
  | 'member'
  | 'member of team'

/** Makes one more of a kind, for a call that may use it up; answers its id under the name that paths have for it. */
export type Fresh = (kind: Kind) => Promise<Record<string, string>>

/** Makers of things in what was seeded, as its administrator. */
export function freshThings(world: World, api: Api, admin: Person, seeded: Seeded): Fresh {
  let people = 0
  async function make(id: string, body: object, params: object = {}) {
    return String((await api.made(id, admin.token, { params: { ...seeded, ...params }, body })).id)
  }
  async function newMember(): Promise<string> {
    people += 1
    const email = `fresh-${people}@example.com`
    const { token } = await world.person(email, 'Fresh')
    const body = { emails: [{ email, role: 'read' }] }
    await api.made('inviteUsersToOrganization', admin.token, { params: seeded, body })
    return (await api.made('getAuthenticatedUser', token)).id
  }
  const comment = { body: { markdown: 'Gone soon' } }
  const makers: Record<Kind, () => Promise<Record<string, string>>> = {
    space: async () => ({ spaceId: await make('createSpace', {}) }),
    async 'deleted space'() {
      const params = { spaceId: await make('createSpace', {}) }
      await api.made('deleteSpaceById', admin.token, { params })
      return params
    },
    'change request': async () => ({ changeRequestId: await make('createChangeRequest', {}) }),
    comment: async () => ({ commentId: await make('postCommentInSpace', comment) }),
    'change request comment': async () => ({ commentId: await make('postCommentInChangeRequest', comment) }),
    site: async () => ({ siteId: await make('createSite', {}) }),
    async 'site space'() {
      const siteId = await make('createSite', {})
      return { siteId, siteSpaceId: await make('addSpaceToSite', { spaceId: seeded.spaceId }, { siteId }) }
    },
    team: async () => ({ teamId: await make('createOrganizationTeam', { title: 'Fresh' }) }),
    member: async () => ({ userId: await newMember() }),
    async 'member of team'() {
      const userId = await newMember()
      return { userId, teamId: await make('createOrganizationTeam', { title: 'Fresh', members: [userId] }) }
    },
  }
  return (kind) => makers[kind]()
}

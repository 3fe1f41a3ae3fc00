import type { Person, World } from '@quire/world'
import type { Api } from './api-client.ts'
import { manifest, type SeededOrganization, samlSettings, toSection } from './seed.ts'

export type Kind =
  | 'space'
  | 'collection'
  | 'deleted space'
  | 'change request'
  | 'requested reviewer'
  | 'comment'
  | 'change request comment'
  | 'reply'
  | 'change request reply'
  | 'site'
  | 'site space'
  | 'site section'
  | 'site section group'
  | 'section in group'
  | 'customized site space'
  | 'MCP server'
  | 'custom font'
  | 'integration'
  | 'installation'
  | 'installation on content'
  | 'installation without endpoint'
  | 'share link'
  | 'site redirect'
  | 'published site'
  | 'internal site'
  | 'program request'
  | 'hostname'
  | 'team'
  | 'member'
  | 'member of team'
  | 'link invite'
  | 'pending invite'
  | 'SAML provider'
  | 'SCIM token'
  | 'OpenAPI specification'
  | 'audit event'

/**
 * Creates one more of a kind, for a call that may use it up; resolves with its id under its name in paths. Invite links
 * are created in another organization of the administrator if that is given.
 */
export type Fresh = (kind: Kind, organizationId?: string) => Promise<Record<string, string>>

/** Returns a function that creates things in the seeded organization, as its administrator. */
export function freshThings(world: World, api: Api, admin: Person, seeded: SeededOrganization): Fresh {
  let count = 0
  const unused = () => (count += 1)
  async function make(id: string, body: object, params: object = {}) {
    return String((await api.made(id, admin.token, { params: { ...seeded, ...params }, body })).id)
  }
  async function newMember(): Promise<string> {
    const email = `fresh-${unused()}@example.com`
    const { token } = await world.person(email, 'Fresh')
    const body = { emails: [{ email, role: 'read' }] }
    await api.made('inviteUsersToOrganization', admin.token, { params: seeded, body })
    return (await api.made('getAuthenticatedUser', token)).id
  }
  const comment = { body: { markdown: 'Gone soon' } }
  const makers: Record<Kind, (organizationId: string) => Promise<Record<string, string>>> = {
    space: async () => ({ spaceId: await make('createSpace', {}) }),
    collection: async () => ({ collectionId: await make('createCollection', {}) }),
    async 'deleted space'() {
      const params = { spaceId: await make('createSpace', {}) }
      await api.made('deleteSpaceById', admin.token, { params })
      return params
    },
    async 'requested reviewer'() {
      const userId = await newMember()
      const [params, body] = [{ ...seeded }, { users: [userId] }]
      await api.made('requestReviewersForChangeRequest', admin.token, { params, body })
      return { userId }
    },
    'change request': async () => ({ changeRequestId: await make('createChangeRequest', {}) }),
    comment: async () => ({ commentId: await make('postCommentInSpace', comment) }),
    'change request comment': async () => ({ commentId: await make('postCommentInChangeRequest', comment) }),
    reply: async () => ({ commentReplyId: await make('postCommentReplyInSpace', comment) }),
    async 'change request reply'() {
      const commentId = seeded.changeRequestCommentId
      return { commentId, commentReplyId: await make('postCommentReplyInChangeRequest', comment, { commentId }) }
    },
    site: async () => ({ siteId: await make('createSite', {}) }),
    'share link': async () => ({ shareLinkId: await make('createSiteShareLink', { name: 'Gone soon' }) }),
    async 'site redirect'() {
      const { siteId = '', siteSectionId } = await makers['site section'](seeded.organizationId)
      const redirect = { source: '/gone', destination: toSection(siteSectionId) }
      return { siteId, siteRedirectId: await make('createSiteRedirect', redirect, { siteId }) }
    },
    async 'published site'() {
      const siteId = await make('createSite', { spaces: [seeded.spaceId] })
      const { urls } = await api.made('publishSite', admin.token, { params: { ...seeded, siteId } })
      return { siteId, url: String(urls.published) }
    },
    async 'program request'(organizationId) {
      const body = { redirect_uris: ['https://program.example/'] }
      const { client_id: clientId } = await api.made('registerProgramClient', admin.token, { body })
      return { ...(await makers['internal site'](organizationId)), clientId }
    },
    async 'internal site'() {
      const siteId = await make('createSite', { visibility: 'members', spaces: [seeded.spaceId] })
      const { urls } = await api.made('publishSite', admin.token, { params: { ...seeded, siteId } })
      return { siteId, url: String(urls.published) }
    },
    async hostname() {
      const params = { ...seeded, siteId: await make('createSite', {}) }
      const hostname = `docs.fresh-${unused()}.io`
      await api.made('updateSiteById', admin.token, { params, body: { hostname } })
      return { siteId: params.siteId, hostname }
    },
    async 'site space'() {
      const siteId = await make('createSite', {})
      return { siteId, siteSpaceId: await make('addSpaceToSite', { spaceId: seeded.spaceId }, { siteId }) }
    },
    async 'site section'() {
      const siteId = await make('createSite', {})
      return { siteId, siteSectionId: await make('addSectionToSite', { spaceId: seeded.spaceId }, { siteId }) }
    },
    async 'site section group'() {
      const siteId = await make('createSite', {})
      return { siteId, siteSectionGroupId: await make('addSectionGroupToSite', { title: 'Fresh' }, { siteId }) }
    },
    async 'section in group'() {
      const siteId = await make('createSite', {})
      const siteSectionId = await make('addSectionToSite', { spaceId: seeded.spaceId }, { siteId })
      const group = { title: 'Fresh', sections: [siteSectionId] }
      return { siteId, siteSectionId, siteSectionGroupId: await make('addSectionGroupToSite', group, { siteId }) }
    },
    async 'customized site space'() {
      const params = await makers['site space'](seeded.organizationId)
      const customized = { params: { ...seeded, ...params }, body: { pdf: { enabled: true } } }
      await api.made('overrideSiteSpaceCustomizationById', admin.token, customized)
      return params
    },
    'MCP server': async () => ({
      siteMcpServerId: await make('createSiteMcpServer', { name: 'Fresh', url: 'https://mcp.example.com/' }),
    }),
    'custom font': async () => ({
      fontId: await make('createCustomFont', {
        fontFamily: 'Fresh',
        fontFaces: [{ weight: 400, storageKey: seeded.fontKey }],
      }),
    }),
    async integration() {
      const integrationName = `fresh-${unused()}`
      const params = { ...seeded, integrationName }
      await api.made('publishIntegration', admin.token, { params, body: manifest(seeded.organizationId) })
      return { integrationName }
    },
    async installation() {
      const params = await makers.integration(seeded.organizationId)
      return {
        ...params,
        installationId: await make('installIntegration', { organization: seeded.organizationId }, params),
      }
    },
    async 'installation without endpoint'() {
      const params = { ...seeded, integrationName: `fresh-${unused()}` }
      const { endpoint: _, ...quiet } = manifest(seeded.organizationId)
      await api.made('publishIntegration', admin.token, { params, body: quiet })
      await make('installIntegration', { organization: seeded.organizationId }, params)
      return { integrationName: params.integrationName }
    },
    async 'installation on content'() {
      const params = await makers.installation(seeded.organizationId)
      await api.made('installIntegrationOnSpace', admin.token, { params, body: { space: seeded.spaceId } })
      await api.made('installIntegrationOnSite', admin.token, { params, body: { siteId: seeded.siteId } })
      return params
    },
    team: async () => ({ teamId: await make('createOrganizationTeam', { title: 'Fresh' }) }),
    member: async () => ({ userId: await newMember() }),
    async 'member of team'() {
      const params = { ...seeded, userId: await newMember() }
      await api.made('addMemberToOrganizationTeamById', admin.token, { params, body: {} })
      return { userId: params.userId }
    },
    'link invite': async (organizationId) => ({
      organizationId,
      inviteId: await make('createOrganizationInvite', { role: 'read' }, { organizationId }),
    }),
    async 'pending invite'() {
      const email = `pending-${unused()}@example.com`
      await api.made('inviteUsersToOrganization', admin.token, { params: seeded, body: { emails: [email] } })
      return { email }
    },
    async 'OpenAPI specification'() {
      const slug = `fresh-${unused()}`
      await make('createOpenAPISpec', { slug, source: { text: '{}' } })
      return { specSlug: slug }
    },
    async 'audit event'() {
      const { items } = await api.made('listOrganizationAuditEvents', admin.token, { params: { ...seeded } })
      return { auditEventId: items[0].id }
    },
    'SCIM token': async () => ({
      tokenId: (await api.made('createScimToken', admin.token, { params: { ...seeded }, body: { name: 'Fresh' } })).id,
    }),
    'SAML provider': async () => ({
      samlProviderId: await make('createOrganizationSAMLProvider', samlSettings(`fresh${unused()}`)),
    }),
  }
  return (kind, organizationId = seeded.organizationId) => makers[kind](organizationId)
}

/** Shares one of each kind. That is enough for callers who are refused, because they use nothing up. */
export function shared(fresh: Fresh): Fresh {
  const made = new Map<Kind, ReturnType<Fresh>>()
  return (kind, organizationId) => {
    if (organizationId !== undefined) return fresh(kind, organizationId)
    const one = made.get(kind) ?? fresh(kind)
    made.set(kind, one)
    return one
  }
}

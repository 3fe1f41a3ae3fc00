import type { Stage } from './authorization/row-types.ts'
import { samlSettings } from './support/seed.ts'

/** An answer's body, whatever its shape. */
// biome-ignore lint/suspicious/noExplicitAny: every reply was checked against its contract already
type Reply = any

export interface CaseStage extends Stage {
  /** Performs an operation on what was seeded, as the administrator; answers the reply. */
  made(id: string, params: object, body: object): Promise<Reply>
}

/** The special case of one optional field of a body. */
export interface FieldCase {
  /** A value whose validity depends on more than its schema; `params` and `also` go with it. */
  value?: (stage: CaseStage) => unknown
  params?: (stage: CaseStage) => Promise<Record<string, string>>
  also?: (stage: CaseStage) => object
  /** Returns the value of the field in the reply if it is not under its name, or `value` if the reply has another form of it. */
  presented?: (reply: Reply, value: unknown) => unknown
  /** The reason that the reply does not contain the value. */
  unseen?: string
  /** The reason that null is refused with 400, though the schema accepts it. */
  notNull?: string
  /** The status that refuses every value, and the reason. */
  refused?: [status: number, why: string]
}

const elsewhere = (...path: string[]): Pick<FieldCase, 'presented'> => ({
  presented: (reply) => path.reduce((inner, name) => inner?.[name], reply),
})
const counted = (name: string): Pick<FieldCase, 'presented'> => ({
  presented: (reply, value) => (Array.isArray(value) && reply[name] === value.length ? value : reply[name]),
})

const thumb = ['1f44d']
const inADay = () => `${new Date(Date.now() + 24 * 3600_000).toISOString().slice(0, 19)}.000Z`
const newOrganization = async ({ createOrganization }: CaseStage) => ({ organizationId: await createOrganization() })
const spaceLink = async ({ made, seeded }: CaseStage) => ({
  inviteId: String((await made('createOrganizationInvite', {}, { level: 'read', space: seeded.spaceId })).id),
})
const description: FieldCase = {
  value: ({ made }) => made('getPageById', {}, {}).then(({ document }) => document),
}
const collection = ({ seeded }: Stage) => seeded.collectionId

const reactions = (id: string): Record<string, FieldCase> => ({
  [`${id} addedReactions`]: {
    value: () => thumb,
    presented: ({ reactions }) => reactions.map((one: Reply) => one.emoji),
  },
  [`${id} removedReactions`]: {
    value: () => thumb,
    presented: ({ reactions }) => (reactions.length === 0 ? thumb : reactions),
  },
})

const comment = (id: string): Record<string, FieldCase> => ({
  [`postCommentIn${id} node`]: elsewhere('target', 'node', 'id'),
  [`postCommentIn${id} page`]: { value: ({ seeded }) => seeded.pageId, ...elsewhere('target', 'page', 'id') },
  [`postCommentIn${id} tableCell`]: elsewhere('target', 'tableCell'),
  [`updateCommentIn${id} resolved`]: { presented: ({ status }) => status === 'resolved' },
  ...reactions(`updateCommentIn${id}`),
  ...reactions(`updateCommentReplyIn${id}`),
})

/** The body that is sent names a source that is not read yet; tests of imports have the field. */
const unread = (...ids: string[]): Record<string, FieldCase> =>
  Object.fromEntries(ids.map((id) => [`${id} skipUnusedFiles`, { refused: [400, 'the source is not read yet'] }]))

const gitFields = [
  'repoCacheID',
  'repoTreeURL',
  'repoCommitURL',
  'repoProjectDirectory',
  'timestamp',
  'force',
  'gitInfo',
]
const onGit = (id: string, ...more: string[]): Record<string, FieldCase> =>
  Object.fromEntries([...gitFields, ...more].map((field) => [`${id} ${field}`, { unseen: 'the reply is empty' }]))

const placed = (kind: 'Space' | 'Collection'): Record<string, FieldCase> => ({
  [`create${kind} parent`]: { value: collection },
  [`move${kind} parent`]: {
    value: async ({ fresh }) => (await fresh('collection')).collectionId,
    params: async ({ made, seeded }) => {
      const { id } = await made(`create${kind}`, {}, { parent: seeded.collectionId })
      return { [`${kind.toLowerCase()}Id`]: id }
    },
  },
  [`move${kind} position`]: {
    value: ({ seeded: { spaceId: space } }) => ({ before: { type: 'space', space } }),
    unseen: 'only the lists of a place show its order',
  },
  [`transfer${kind} organization`]: { value: ({ createOrganization }) => createOrganization() },
  [`transfer${kind} collection`]: {
    value: async ({ made, createOrganization }) =>
      (await made('createCollection', { organizationId: await createOrganization() }, {})).id,
    ...elsewhere('parent'),
  },
  [`inviteTo${kind} users`]: { value: ({ seeded }) => [seeded.userId] },
  [`inviteTo${kind} teams`]: { value: ({ seeded }) => [seeded.teamId] },
})

const sorted = (id: string): Record<string, FieldCase> => ({
  [`${id} position`]: { value: () => ({}), unseen: "the site's structure shows the order" },
})

const provider = (id: string): Record<string, FieldCase> => ({
  [`${id} entityID`]: { value: () => `https://${id}.example.com/metadata` },
  [`${id} certificate`]: { value: () => samlSettings(id).certificate.trim() },
  [`${id} defaultTeam`]: { value: ({ seeded }) => seeded.teamId, ...elsewhere('defaultTeam', 'id') },
})

const enabled = { enabled: true }
const settings = {
  favicon: { emoji: '1f600' },
  announcement: { message: 'News' },
  styling: { theme: 'bold' },
  internationalization: { locale: 'de' },
  header: { preset: 'bold' },
  footer: { copyright: 'Ours' },
  themes: { default: 'dark' },
  pdf: enabled,
  feedback: { enabled: true },
  git: { showEditLink: false },
  metadata: { showAuthor: true },
  externalLinks: { target: 'blank' },
  pagination: { enabled: false },
  trademark: { enabled: false },
  privacyPolicy: { url: 'https://example.com/privacy' },
  socialPreview: { url: 'https://example.com/preview.png' },
}
const settingsOfSite = {
  ai: { mode: 'assistant' },
  advancedCustomization: { enabled: true },
  insights: { enabled: false, trackingCookie: false },
  pageActions: { externalAI: true },
}

/** The reply has the rest of the setting too, and for null what is in force without it. */
const customized = (id: string, values: Record<string, object>): Record<string, FieldCase> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      `${id} ${name}`,
      {
        value: () => value,
        presented: (reply, sent) =>
          sent === null ? null : Object.fromEntries(Object.keys(value).map((key) => [key, reply[name]?.[key]])),
      } satisfies FieldCase,
    ]),
  )

const headers: FieldCase = { value: () => ({ 'X-Key': 'abc' }) }

/** Special cases, by operation and field. Other fields accept any value that fits their schema, and the reply contains it under their name. */
export const fieldCases: Record<string, FieldCase> = {
  'updateSiteAdsById status': {
    params: ({ fresh }) => fresh('site'),
    value: () => 'in-review',
    also: () => ({ topic: 'webdev' }),
  },
  'updateSiteAdsById topic': { params: ({ fresh }) => fresh('site'), also: () => ({ status: 'in-review' }) },
  'createTranslation instructions': { params: newOrganization, refused: [409, 'no model translates here'] },
  'updateCustomFont fontFaces': {
    value: ({ seeded }) => [{ weight: 700, storageKey: seeded.fontKey }],
    // The reply has the addresses of all faces in place of keys.
    presented: ({ fontFaces }, value) => (fontFaces.at(-1).weight === 700 ? value : fontFaces),
  },
  'updateOrganizationById defaultContent': { value: ({ seeded }) => ({ type: 'site', site: seeded.siteId }) },
  'updateOrganizationById logo': elsewhere('urls', 'logo'),
  'updateOrganizationById sso': { params: newOrganization },
  'updateOrganizationById inviteLinks': { params: newOrganization },
  'inviteUsersToOrganization role': { unseen: 'the reply counts who was invited' },
  'inviteUsersToOrganization sso': { unseen: 'the reply counts who was invited' },
  'createOrganizationInvite level': { also: ({ seeded }) => ({ space: seeded.spaceId }) },
  'createOrganizationInvite space': {
    value: ({ seeded }) => seeded.spaceId,
    also: () => ({ level: 'read' }),
    ...elsewhere('space', 'id'),
  },
  'createOrganizationInvite collection': {
    value: collection,
    also: () => ({ level: 'read' }),
    ...elsewhere('collection', 'id'),
  },
  'createOrganizationInvite expiresAt': { value: inADay, also: () => ({ role: 'read' }) },
  'updateOrganizationInviteById level': { params: spaceLink, notNull: 'a link must open something' },
  'updateOrganizationInviteById expiresAt': { value: inADay },
  'createOrganizationTeam members': { value: ({ seeded }) => [seeded.userId], ...counted('members') },
  'updateMembersInOrganizationTeam add': { value: ({ seeded }) => [seeded.userId] },
  'updateMembersInOrganizationTeam memberships': { value: ({ seeded }) => ({ [seeded.userId]: { role: 'owner' } }) },
  'updateMembersInOrganizationTeam remove': { value: ({ seeded }) => [seeded.userId] },
  'createAccessToken expiresAt': {
    value: inADay,
    // A token lives whole seconds from the one it was made in, and so may end one earlier.
    presented: ({ expiresAt }, value) =>
      Date.parse(String(value)) - Date.parse(expiresAt) <= 1000 ? value : expiresAt,
  },
  ...provider('createOrganizationSAMLProvider'),
  ...provider('updateOrganizationSAMLProvider'),
  'createChangeRequest agentTaskId': { unseen: 'it is kept, and no reply has it' },
  'updateChangeRequestById description': description,
  'updateChangeRequestById status': { value: () => 'open' },
  'requestReviewersForChangeRequest subject': { unseen: 'the reply is those who were asked' },
  'requestReviewersForChangeRequest description': { ...description, unseen: 'the reply is those who were asked' },
  'submitChangeRequestReview comment': elsewhere('comment', 'body'),
  ...unread(
    'importContent',
    'importContentInPageById',
    'importContentInChangeRequest',
    'importContentInChangeRequestPageById',
  ),
  ...onGit('importGitRepository', 'standalone'),
  ...onGit('exportToGitRepository'),
  'setSpaceGitSync webhookSecret': elsewhere('webhook', 'secret'),
  ...comment('Space'),
  ...comment('ChangeRequest'),
  ...placed('Space'),
  ...placed('Collection'),
  'createSpace template': { value: () => ({ id: 'handbook' }), unseen: 'its pages show it' },
  // Other cases may leave the seeded space locked.
  'applyTemplateToSpace params': { also: ({ seeded }) => ({ changeRequestId: seeded.changeRequestId }) },
  'applyTemplateToSpace changeRequestId': { value: ({ seeded }) => seeded.changeRequestId },
  'updateSpaceById emoji': { presented: ({ emoji }) => emoji || null },
  'updateSpaceById icon': elsewhere('urls', 'icon'),
  'updateSpaceById mergeRules': { unseen: 'merging needs no more here than the role for it' },
  'createSite spaces': { value: async ({ fresh }) => Object.values(await fresh('space')), ...counted('siteSpaces') },
  'updateSiteById defaultSiteSpace': {
    value: ({ seeded }) => seeded.siteSpaceId,
    unseen: "the list of the site's spaces shows it",
  },
  'updateSiteById defaultSiteSection': {
    value: ({ seeded }) => seeded.siteSectionId,
    unseen: "the site's structure shows it",
  },
  'updateSiteById proxy': { value: () => 'example.com/docs', ...elsewhere('proxy', 'origin') },
  'addSpaceToSite sectionId': { refused: [404, 'a new site has no sections'] },
  'addSectionToSite title': { presented: ({ title }, value) => (value === null ? null : title) },
  'updateSiteSectionById defaultSiteSpace': {
    value: ({ seeded }) => seeded.siteSpaceId,
    ...elsewhere('siteSpaces', '0', 'id'),
  },
  'addSectionGroupToSite sections': {
    value: ({ seeded }) => [seeded.siteSectionId],
    presented: ({ sections }) => sections.map((one: Reply) => one.id),
  },
  'addSectionGroupToSite parent': {
    value: ({ seeded }) => seeded.siteSectionGroupId,
    ...elsewhere('sectionGroup'),
  },
  ...sorted('moveSiteSpace'),
  ...sorted('moveSiteSection'),
  ...sorted('moveSiteSectionGroup'),
  ...sorted('sortSiteStructure'),
  'updateSitePublishingAuthById backend': { value: () => 'custom' },
  'updateSiteRedirectById source': { value: () => '/older' },
  'updateSiteRedirectById destination': {
    value: ({ seeded }) => ({ kind: 'site-space', siteSpaceId: seeded.siteSpaceId }),
  },
  'updateSiteSpaceById spaceId': {
    value: async ({ fresh }) => (await fresh('space')).spaceId,
    ...elsewhere('space', 'id'),
  },
  'updateSiteCustomizationById socialAccounts': { unseen: 'the list is always empty' },
  'overrideSiteSpaceCustomizationById socialAccounts': { unseen: 'the list is always empty' },
  ...customized('updateSiteCustomizationById', { ...settings, ...settingsOfSite }),
  ...customized('overrideSiteSpaceCustomizationById', settings),
  'publishIntegration endpoint': { value: () => 'https://tools.example.com/other' },
  'publishIntegration siteScript': {
    value: () => 'https://cdn.example.com/script.js',
    also: () => ({ scopes: ['site:script:inject'] }),
  },
  'publishIntegration contentSecurityPolicy': { value: () => ({ 'script-src': 'https://cdn.example.com' }) },
  'publishIntegration script': { value: () => '', unseen: 'code is refused' },
  'publishIntegration secrets': { value: () => ({}), unseen: 'values for code are refused' },
  'publishIntegration runtime': { unseen: 'there is no runtime that it could choose' },
  'updateIntegrationInstallation configuration': { value: () => ({ channel: 'docs' }) },
  'updateIntegrationSpaceInstallation configuration': { value: () => ({ color: 'red' }) },
  'updateIntegrationSiteInstallation configuration': { value: () => ({ color: 'red' }) },
  'queueIntegrationTask schedule': {
    params: ({ fresh }) => fresh('integration'),
    unseen: 'the list of events shows when it is due',
  },
  'setIntegrationDevelopmentMode all': { unseen: 'it decides whose events the address gets' },
  'createIntegrationToken expiresAt': { value: inADay, unseen: 'the token says when it ends' },
  'createSiteMcpServer headers': headers,
  'updateSiteMcpServerById headers': headers,
}

import type { Sent } from './support/api.ts'
import type { Fresh, Kind } from './support/fresh.ts'
import type { Seeded } from './support/seed.ts'

/** Who tries: the first two have no valid token, `limited` is the admin with a read-only one, `removed` was an editor. */
export const callers = [
  'anonymous',
  'forger',
  'limited',
  'outsider',
  'removed',
  'guest',
  'reader',
  'commenter',
  'editor',
  'reviewer',
  'creator',
  'admin',
] as const
export type CallerName = (typeof callers)[number]

/** What a call needs: the seeded things, who calls, and makers of things that a success uses up. */
export interface Stage {
  seeded: Seeded
  caller: CallerName
  /** The caller's own user id; the admin's for those who have none here. */
  self: string
  fresh: Fresh
}

export interface Row {
  /** The weakest that may; `member` lets guests in. */
  least: 'anyone' | 'user' | 'member' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'
  /** The status of a success. */
  ok: number
  /** What a guest meets where guests may not: the organization is theirs (403), what is in it is unknown (404, 204). */
  guest?: 403 | 404 | 204
  /** What a stranger meets. */
  stranger?: 404 | 204
  /** What an id of another organization meets where it is neither 404 nor, for the target of a DELETE, 204. */
  elsewhere?: Record<string, number>
  /** A POST that only reads. */
  reads?: true
  /** What is sent besides the seeded ids. */
  given?: (stage: Stage) => Sent | Promise<Sent>
}

const body = (value: unknown) => () => ({ body: value })
const on =
  (kind: Kind, value?: unknown) =>
  async ({ fresh }: Stage) => ({
    params: await fresh(kind),
    ...(value !== undefined && { body: value }),
  })
const markdown = { body: { markdown: 'Because.' } }
const asking = () => ({ query: { query: 'How do I turn the crank?' } })

const organization = { guest: 403 } as const
const inside = { guest: 404 } as const

/** Every operation, and who may. Written by hand: it says what is meant, not what the contracts happen to declare. */
export const table: Record<string, Row> = {
  getApiInformation: { least: 'user', ok: 200 },
  getAuthenticatedUser: { least: 'user', ok: 200 },
  getUserById: { least: 'user', ok: 200 },
  updateUserById: { least: 'user', ok: 200, given: ({ self }) => ({ params: { userId: self }, body: {} }) },
  listAccessTokensForAuthenticatedUser: { least: 'user', ok: 200 },
  createAccessToken: { least: 'user', ok: 201, given: body({ name: 'CI' }) },
  revokeAccessToken: { least: 'user', ok: 204 },
  createOrganization: { least: 'user', ok: 201, given: body({ title: 'Another' }) },
  listOrganizationsForAuthenticatedUser: { least: 'user', ok: 200 },

  getOrganizationById: { least: 'member', ok: 200 },
  updateOrganizationById: { least: 'admin', ok: 200, ...organization, given: body({}) },
  inviteUsersToOrganization: { least: 'admin', ok: 200, ...organization, given: body({ emails: [] }) },
  listMembersInOrganizationById: { least: 'read', ok: 200, ...organization },
  getMemberInOrganizationById: { least: 'read', ok: 200, ...inside },
  updateMemberInOrganizationById: {
    least: 'admin',
    ok: 200,
    ...organization,
    given: on('member', { role: 'comment' }),
  },
  removeMemberFromOrganizationById: { least: 'admin', ok: 205, ...organization, given: on('member') },
  updateOrganizationMemberLastSeenAt: { least: 'member', ok: 200 },
  listTeamsForOrganizationMember: { least: 'read', ok: 200, ...inside },
  createOrganizationTeam: { least: 'admin', ok: 201, ...organization, given: body({ title: 'More' }) },
  listTeamsInOrganizationById: { least: 'read', ok: 200, ...organization },
  getTeamInOrganizationById: { least: 'read', ok: 200, ...inside },
  updateTeamInOrganizationById: { least: 'admin', ok: 200, ...organization, given: body({ title: 'Writers' }) },
  removeTeamFromOrganizationById: { least: 'admin', ok: 205, ...organization, given: on('team') },
  listTeamMembersInOrganizationById: { least: 'read', ok: 200, ...inside },
  updateMembersInOrganizationTeam: { least: 'admin', ok: 204, ...inside, given: body({}) },
  addMemberToOrganizationTeamById: { least: 'admin', ok: 204, ...inside, elsewhere: { userId: 400 }, given: body({}) },
  deleteMemberFromOrganizationTeamById: { least: 'admin', ok: 205, ...inside, given: on('member of team') },

  listCollectionsInOrganizationById: { least: 'member', ok: 200 },
  createCollection: { least: 'create', ok: 201, ...organization, given: body({}) },
  getCollectionById: { least: 'read', ok: 200, ...inside },
  updateCollectionById: { least: 'create', ok: 200, ...inside, given: body({}) },
  listSpacesInCollectionById: { least: 'read', ok: 200, ...inside },
  listSpacesInOrganizationById: { least: 'member', ok: 200 },
  createSpace: { least: 'create', ok: 201, ...organization, given: body({}) },
  getSpaceById: { least: 'read', ok: 200, ...inside },
  updateSpaceById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSpaceById: { least: 'create', ok: 205, guest: 204, stranger: 204, given: on('space') },
  restoreSpace: { least: 'create', ok: 200, ...inside, given: on('deleted space') },

  inviteToCollection: {
    least: 'create',
    ok: 204,
    ...inside,
    given: ({ seeded }) => ({ body: { role: 'read', users: [seeded.userId] } }),
  },
  listUserPermissionsInCollection: { least: 'create', ok: 200, ...inside },
  updateUserPermissionInCollection: { least: 'create', ok: 204, ...inside, given: on('member', { role: 'read' }) },
  removeUserFromCollection: { least: 'create', ok: 204, ...inside, given: on('member') },
  updateTeamPermissionInCollection: { least: 'create', ok: 204, ...inside, given: on('team', { role: 'read' }) },
  removeTeamFromCollection: { least: 'create', ok: 204, ...inside, given: on('team') },
  inviteToSpace: {
    least: 'create',
    ok: 204,
    ...inside,
    given: ({ seeded }) => ({ body: { role: 'read', users: [seeded.userId] } }),
  },
  listUserPermissionsInSpace: { least: 'create', ok: 200, ...inside },
  updateUserPermissionInSpace: { least: 'create', ok: 204, ...inside, given: on('member', { role: 'read' }) },
  removeUserFromSpace: { least: 'create', ok: 204, ...inside, given: on('member') },
  updateTeamPermissionInSpace: { least: 'create', ok: 204, ...inside, given: on('team', { role: 'read' }) },
  removeTeamFromSpace: { least: 'create', ok: 204, ...inside, given: on('team') },

  getCurrentRevision: { least: 'read', ok: 200, ...inside },
  listPages: { least: 'read', ok: 200, ...inside },
  getPageById: { least: 'read', ok: 200, ...inside },
  getPageByPath: { least: 'read', ok: 200, ...inside },
  listFiles: { least: 'read', ok: 200, ...inside },
  getFileById: { least: 'read', ok: 200, ...inside },
  downloadFile: { least: 'anyone', ok: 200 },
  // Who may gets as far as the source, which is none of ours.
  importContent: { least: 'edit', ok: 400, ...inside, given: body({ source: 'notion', url: 'https://example.com/' }) },
  searchSpaceContent: { least: 'read', ok: 200, ...inside, given: asking },
  searchOrganizationContent: { least: 'member', ok: 200, given: asking },

  listChangeRequestsForSpace: { least: 'read', ok: 200, ...inside },
  createChangeRequest: { least: 'edit', ok: 201, ...inside, given: body({}) },
  getChangeRequestById: { least: 'read', ok: 200, ...inside },
  updateChangeRequestById: { least: 'edit', ok: 200, ...inside, given: body({ subject: 'More' }) },
  updateChangeRequestContent: {
    least: 'edit',
    ok: 200,
    ...inside,
    given: body({ changes: [{ operation: 'insert_page', title: 'Gears', document: {} }] }),
  },
  getRevisionOfChangeRequestById: { least: 'read', ok: 200, ...inside },
  listPagesInChangeRequest: { least: 'read', ok: 200, ...inside },
  getPageInChangeRequestById: { least: 'read', ok: 200, ...inside },
  mergeChangeRequest: { least: 'review', ok: 200, ...inside, given: on('change request') },
  updateChangeRequest: { least: 'edit', ok: 200, ...inside },

  listCommentsInSpace: { least: 'comment', ok: 200, ...inside },
  postCommentInSpace: { least: 'comment', ok: 200, ...inside, given: body(markdown) },
  getCommentInSpace: { least: 'comment', ok: 200, ...inside },
  updateCommentInSpace: { least: 'comment', ok: 200, ...inside, given: body({ resolved: true }) },
  // The admin's: whoever posted a comment may delete it, of others' only an admin.
  deleteCommentInSpace: { least: 'admin', ok: 205, ...inside, given: on('comment') },
  listCommentsInChangeRequest: { least: 'comment', ok: 200, ...inside },
  postCommentInChangeRequest: { least: 'comment', ok: 200, ...inside, given: body(markdown) },
  getCommentInChangeRequest: { least: 'comment', ok: 200, ...inside },
  updateCommentInChangeRequest: { least: 'comment', ok: 200, ...inside, given: body({ resolved: true }) },
  deleteCommentInChangeRequest: { least: 'admin', ok: 205, ...inside, given: on('change request comment') },

  listSites: { least: 'member', ok: 200 },
  createSite: { least: 'create', ok: 201, ...organization, given: body({}) },
  getSiteById: { least: 'read', ok: 200, ...inside },
  updateSiteById: { least: 'create', ok: 200, ...inside, given: body({}) },
  deleteSiteById: { least: 'create', ok: 205, ...organization, given: on('site') },
  publishSite: { least: 'create', ok: 200, ...inside },
  unpublishSite: { least: 'create', ok: 200, ...inside },
  listSiteSpaces: { least: 'read', ok: 200, ...inside },
  addSpaceToSite: {
    least: 'create',
    ok: 201,
    ...inside,
    given: async ({ fresh, seeded }) => ({ params: await fresh('site'), body: { spaceId: seeded.spaceId } }),
  },
  deleteSiteSpaceById: { least: 'create', ok: 205, ...inside, given: on('site space') },

  askInOrganization: { least: 'member', ok: 200, reads: true, given: body({ query: 'How?' }) },
  streamAskInOrganization: { least: 'member', ok: 200, given: asking },
  getRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
  streamRecommendedQuestionsInOrganization: { least: 'member', ok: 200 },
}

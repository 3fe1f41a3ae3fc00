import { samlSettings } from '../support/seed.ts'
import {
  type CaseStage,
  collection,
  counted,
  elsewhere,
  type FieldCase,
  inADay,
  newOrganization,
} from './field-case.ts'

const spaceLink = async ({ made, seeded }: CaseStage) => ({
  inviteId: String((await made('createOrganizationInvite', {}, { level: 'read', space: seeded.spaceId })).id),
})
const provider = (id: string): Record<string, FieldCase> => ({
  [`${id} entityID`]: { value: () => `https://${id}.example.com/metadata` },
  [`${id} certificate`]: { value: () => samlSettings(id).certificate.trim() },
  [`${id} defaultTeam`]: { value: ({ seeded }) => seeded.teamId, ...elsewhere('defaultTeam', 'id') },
})

/** Special cases of organizations, people and sign-on. */
const endOfToken: FieldCase = {
  value: inADay,
  // A token lives whole seconds from the one it was made in, and so may end one earlier.
  presented: ({ expiresAt }, value) => (Date.parse(String(value)) - Date.parse(expiresAt) <= 1000 ? value : expiresAt),
}

export const organizationFields: Record<string, FieldCase> = {
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
  'createAccessToken expiresAt': endOfToken,
  'createScimToken expiresAt': endOfToken,
  'allowProgram state': { refused: [403, 'only the console lets programs in'] },
  'requestSignInMail next': { unseen: 'the holder of the link alone learns it' },
  'signInWithOidc iss': { refused: [400, 'no sign-in of this browser has begun'] },
  'signInWithOidc next': { refused: [400, 'no sign-in of this browser has begun'] },
  ...provider('createOrganizationSAMLProvider'),
  ...provider('updateOrganizationSAMLProvider'),
}

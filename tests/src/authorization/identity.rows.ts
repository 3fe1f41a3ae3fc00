import { passkeyDevice } from '@quire/world/passkey-device'
import { body, on, oneself, organization, type Rows } from './row-types.ts'

const passkey = passkeyDevice('http://quire.test')

/** People and their tokens; organizations, their members and how one joins. */
export const identityRows: Rows = {
  getApiInformation: { least: 'user', ok: 200 },
  getAuthenticatedUser: { least: 'user', ok: 200 },
  // The user is no member of another organization, because of another row.
  getUserById: { least: 'member', ok: 200, guest: 404, given: on('member') },
  'getUserById of oneself': { least: 'user', ok: 200, given: oneself },
  updateUserById: { least: 'user', ok: 200, given: ({ self }) => ({ params: { userId: self }, body: {} }) },
  listAccessTokensForAuthenticatedUser: { least: 'user', ok: 200 },
  createAccessToken: { least: 'user', ok: 201, given: body({ name: 'CI' }) },
  revokeAccessToken: { least: 'user', ok: 204 },

  listSessionsForAuthenticatedUser: { least: 'user', ok: 200 },
  endSession: { least: 'user', ok: 204 },

  listPasskeys: { least: 'user', ok: 200 },
  // A token is no recent sign-in.
  beginPasskey: { least: 'user', ok: 403, reads: true },
  addPasskey: { least: 'user', ok: 403, given: body({ credential: passkey.make({ challenge: 'none' }) }) },
  renamePasskey: { least: 'user', ok: 404, given: body({ name: 'Laptop' }) },
  removePasskey: { least: 'user', ok: 204 },

  // Only the console signs in and out, and ignores the tokens of callers.
  getSignInMethods: { least: 'anyone', ok: 200 },
  requestSignInMail: {
    least: 'anyone',
    ok: 201,
    given: ({ caller }) => ({ body: { email: `${caller}@example.com` } }),
  },
  signInWithCode: { least: 'anyone', ok: 400, given: body({ id: 'none', code: '000000' }) },
  getSignInLinkPurpose: { least: 'anyone', ok: 400, given: body({ token: 'none' }) },
  getInviteLinkPurpose: {
    least: 'anyone',
    ok: 200,
    given: ({ seeded: { organizationId: organization, inviteId: invite } }) => ({ body: { organization, invite } }),
  },
  signInWithLink: { least: 'anyone', ok: 400, given: body({ token: 'none' }) },
  createSignInLink: {
    least: 'admin',
    ok: 201,
    ...organization,
    given: async ({ fresh }) => ({ body: { email: (await fresh('pending invite')).email ?? 'nobody@example.com' } }),
  },
  beginOidcSignIn: { least: 'anyone', ok: 409 },
  signInWithOidc: { least: 'anyone', ok: 400, given: body({ code: 'none', state: 'none' }) },
  beginPasskeySignIn: { least: 'anyone', ok: 200, reads: true },
  signInWithPasskey: {
    least: 'anyone',
    ok: 400,
    given: body({ credential: passkey.use({ challenge: 'none' }) }),
  },
  signOut: { least: 'anyone', ok: 204 },

  createOrganization: { least: 'user', ok: 201, given: body({ title: 'Another' }) },
  listOrganizationsForAuthenticatedUser: { least: 'user', ok: 200 },
  getOrganizationById: { least: 'member', ok: 200 },
  updateOrganizationById: { least: 'admin', ok: 200, ...organization, given: body({}) },
  deleteOrganizationById: {
    least: 'admin',
    ok: 205,
    ...organization,
    // Whoever may not is asked about the seeded one; a success uses up one of its own.
    given: async ({ caller, seeded, createOrganization }) => ({
      params: {
        organizationId: caller === 'admin' ? await createOrganization({ title: 'Passing' }) : seeded.organizationId,
      },
      query: { title: 'Passing' },
    }),
  },
  getSubdomain: { least: 'member', ok: 200 },
  getOrganizationsForEmailDomain: { least: 'user', ok: 200 },

  inviteUsersToOrganization: { least: 'admin', ok: 200, ...organization, given: body({ emails: [] }) },
  listPendingInvites: { least: 'admin', ok: 200, ...organization },
  withdrawPendingInvite: { least: 'admin', ok: 205, ...organization, given: on('pending invite') },
  listOrganizationInviteLinks: { least: 'admin', ok: 200, secret: true, ...organization },
  createOrganizationInvite: { least: 'admin', ok: 201, ...organization, given: body({ role: 'read' }) },
  getOrganizationInviteLink: { least: 'admin', ok: 200, secret: true, ...organization },
  updateOrganizationInviteById: { least: 'admin', ok: 200, ...organization, given: body({ role: 'read' }) },
  deleteOrganizationInviteById: { least: 'admin', ok: 205, ...organization, given: on('link invite') },
  // Everybody with a link or an address of the organization's may join, but nobody can enable their own membership so.
  joinOrganizationWithInvite: {
    least: 'user',
    ok: 200,
    meets: { disabled: 404 },
    given: async (stage) => ({ params: await stage.fresh('link invite', await stage.createOrganization()) }),
  },
  joinOrganization: {
    least: 'user',
    ok: 204,
    meets: { disabled: 404 },
    given: async ({ createOrganization }) => ({
      params: { organizationId: await createOrganization({ emailDomains: ['example.com'] }) },
    }),
  },
}

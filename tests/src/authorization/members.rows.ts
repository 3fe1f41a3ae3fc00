import { body, inside, on, oneself, organization, type Rows } from './row-types.ts'

/** Members of an organization and of its teams. */
export const memberRows: Rows = {
  listMembersInOrganizationById: { least: 'read', ok: 200, ...organization },
  getMemberInOrganizationById: { least: 'read', ok: 200, ...inside },
  'getMemberInOrganizationById of oneself': { least: 'member', ok: 200, given: oneself },
  updateMemberInOrganizationById: {
    least: 'admin',
    ok: 200,
    ...organization,
    given: on('member', { role: 'comment', disabled: false }),
  },
  removeMemberFromOrganizationById: { least: 'admin', ok: 205, ...organization, given: on('member') },
  // The organization's only administrator stays.
  'removeMemberFromOrganizationById of oneself': {
    least: 'member',
    ok: 205,
    meets: { admin: 409 },
    given: async ({ self, createOrganization }) => ({
      params: { organizationId: await createOrganization(), userId: self },
    }),
  },
  setUserAsSSOMemberForOrganization: { least: 'admin', ok: 200, ...organization, given: on('member') },
  updateOrganizationMemberLastSeenAt: { least: 'member', ok: 200 },
  listSpacesForOrganizationMember: { least: 'admin', ok: 200, ...inside, given: on('member') },
  'listSpacesForOrganizationMember of oneself': { least: 'member', ok: 200, given: oneself },
  listTeamsForOrganizationMember: { least: 'read', ok: 200, ...inside },
  'listTeamsForOrganizationMember of oneself': { least: 'member', ok: 200, given: oneself },

  createOrganizationTeam: { least: 'admin', ok: 201, ...organization, given: body({ title: 'More' }) },
  listTeamsInOrganizationById: { least: 'read', ok: 200, ...organization },
  getTeamInOrganizationById: { least: 'read', ok: 200, ...inside },
  updateTeamInOrganizationById: {
    least: 'admin',
    ok: 200,
    ...inside,
    meets: { owner: 200 },
    given: body({ title: 'Writers' }),
  },
  removeTeamFromOrganizationById: { least: 'admin', ok: 205, ...organization, given: on('team') },
  listTeamMembersInOrganizationById: { least: 'read', ok: 200, ...inside },
  updateMembersInOrganizationTeam: { least: 'admin', ok: 204, ...inside, meets: { owner: 204 }, given: body({}) },
  addMemberToOrganizationTeamById: {
    least: 'admin',
    ok: 204,
    ...inside,
    meets: { owner: 204 },
    given: body({}),
  },
  deleteMemberFromOrganizationTeamById: {
    least: 'admin',
    ok: 205,
    ...inside,
    meets: { owner: 205 },
    given: on('member of team'),
  },
}

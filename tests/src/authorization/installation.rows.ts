import { on, type Rows, type Stage } from './row-types.ts'

const operator = { least: 'operator' } as const

/** An organization that may be deleted, for the one caller who may. */
const deletable = async ({ caller, seeded, createOrganization }: Stage) => ({
  params: { organizationId: caller === 'operator' ? await createOrganization() : seeded.organizationId },
})

/** The whole installation: not even an administrator of everything in it manages it. */
export const installationRows: Rows = {
  listUsersOfInstallation: { ...operator, ok: 200 },
  endSessionsOfUser: { ...operator, ok: 200, given: on('member') },
  disableUser: { ...operator, ok: 200, given: on('member') },
  enableUser: { ...operator, ok: 204, given: on('member') },
  deleteUser: { ...operator, ok: 205, given: on('member') },
  listOrganizationsOfInstallation: { ...operator, ok: 200 },
  deleteOrganization: { ...operator, ok: 205, given: deletable },
  listOrganizationDeletions: { ...operator, ok: 200 },
  getInstallationFigures: { ...operator, ok: 200 },
}

import { installationAdminOperations } from '@quire/contracts'
import { absent, countOf, deleted, done, type Input, keysetPage, listOf, notFound } from '@quire/kit'
import { organizationsOfPerson } from '../audit/store-events.ts'
import { type Context, implement } from '../context.ts'
import type { UserRow } from '../users/users.state.ts'
import { byOperation } from './administering.ts'
import { deletePerson } from './delete-person.ts'
import { readOwnFigures } from './figures.ts'
import {
  deletions,
  organizationsWith,
  peopleWith,
  presentDeletion,
  presentOrganization,
  presentPerson,
} from './lists.ts'
import { deleteOrganizationOf } from './organizations.ts'
import { disablePerson, enablePerson, endSessionsOf } from './people.ts'

type OnPerson = Context & { params: { userId: string } }
type People = Context & Input<typeof installationAdminOperations.listUsersOfInstallation>
type Organizations = Context & Input<typeof installationAdminOperations.listOrganizationsOfInstallation>
type Deletions = Context & Input<typeof installationAdminOperations.listOrganizationDeletions>

/** What an operator does with a token of the installation: the same as by commands (docs/interface.md#the-installation). */
export const installationAdminRoutes = implement(installationAdminOperations, {
  listUsersOfInstallation: listPeople,
  listOrganizationsOfInstallation: listOrganizations,
  listOrganizationDeletions: listDeletions,

  async endSessionsOfUser(context) {
    return { ended: await endSessionsOf(byOperation(context), await auditedPerson(context)) }
  },

  async disableUser(context) {
    return { ended: await disablePerson(byOperation(context), await auditedPerson(context)) }
  },

  async enableUser(context) {
    await enablePerson(byOperation(context), await auditedPerson(context))
    return done()
  },

  async deleteUser(context) {
    const person = await findPerson(context)
    if (!person || person.deleted_at !== null) return absent()
    context.audit({ organizations: await organizationsOfPerson(context.sql, person.id) })
    await deletePerson(byOperation(context), person, { force: context.query.force })
    return deleted()
  },

  async deleteOrganization(context) {
    const row = await deleteOrganizationOf(byOperation(context), context.params.organizationId)
    if (!row) return absent()
    // The event is outside of organizations: those of this one are deleted.
    context.audit({ organizations: [], target: { id: row.id, label: row.title } })
    return deleted()
  },

  async getInstallationFigures({ sql }) {
    return { object: 'installation-figures' as const, ...(await readOwnFigures(sql)) }
  },
})

const findPerson = ({ sql, params }: OnPerson): Promise<UserRow | undefined> =>
  sql.selectFrom('user').selectAll().where('id', '=', params.userId).executeTakeFirst()

/** Returns the path's person, and has the event of the write be in all of their organizations; throws 404 without one. */
async function auditedPerson(context: OnPerson): Promise<UserRow> {
  const person = await findPerson(context)
  if (!person) throw notFound('The person')
  context.audit({ organizations: await organizationsOfPerson(context.sql, person.id) })
  return person
}

async function listPeople({ sql, query, page, cursors }: People) {
  const matching = peopleWith(sql, query.search)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['user.id']).execute(),
    present: (row) => ({ object: 'installation-person' as const, ...presentPerson(row) }),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('user.id')),
  })
}

async function listOrganizations({ sql, query, page, cursors }: Organizations) {
  const matching = organizationsWith(sql, query.search)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['organization.id']).execute(),
    present: (row) => ({ object: 'installation-organization' as const, ...presentOrganization(row) }),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('organization.id')),
  })
}

async function listDeletions({ sql, page, cursors }: Deletions) {
  const matching = deletions(sql)
  return listOf({
    page,
    cursors,
    rows: await keysetPage(matching, page, ['id']).execute(),
    present: (row) => ({ object: 'organization-deletion' as const, ...presentDeletion(row) }),
    after: (row) => [row.id],
    count: () => countOf(sql, matching.clearSelect().select('id')),
  })
}

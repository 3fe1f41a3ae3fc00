import { samlOperations } from '@quire/contracts'
import { absent, countOf, created, deleted, keysetPage, listOf, newId } from '@quire/kit'
import { implement } from '../context.ts'
import { chooseProvider } from './provider-choice.ts'
import { presentEntry, providerPresenter } from './saml.present.ts'
import { endSignIns, removeProvider } from './saml.removal.ts'
import {
  activeProviders,
  columnsOf,
  entityTaken,
  newRequestKey,
  requireCapacity,
  requireProvider,
} from './saml.rules.ts'

export const samlRoutes = implement(samlOperations, {
  /** Lists providers, oldest first. */
  async listSAMLProvidersInOrganizationById(context) {
    const { sql, params, page, cursors } = context
    const all = sql.selectFrom('saml_provider').where('organization_id', '=', params.organizationId)
    const rows = await keysetPage(all.selectAll(), page, ['id']).execute()
    const present = await providerPresenter(context, rows)
    return listOf({
      page,
      cursors,
      rows,
      present,
      after: (row) => [row.id],
      count: () => countOf(sql, all.select('id')),
    })
  },

  async createOrganizationSAMLProvider(context) {
    const { sql, lockOrganization, params, body } = context
    const { organizationId } = params
    const { default_role } = (await lockOrganization('change')).organization
    await requireCapacity(sql, organizationId)
    const columns = await columnsOf(sql, organizationId, body)
    const row = await sql
      .insertInto('saml_provider')
      .values({
        id: newId(),
        organization_id: organizationId,
        request_key: newRequestKey(),
        default_role,
        label: body.label,
        ...columns,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw entityTaken(error)
      })
    await chooseProvider(context, organizationId)
    return created((await providerPresenter(context, [row]))(row))
  },

  async getOrganizationSAMLProviderById(context) {
    const row = await requireProvider(context.sql, context.params)
    return (await providerPresenter(context, [row]))(row)
  },

  async updateOrganizationSAMLProvider(context) {
    const { sql, lockOrganization, params, body } = context
    // The provider is locked before the organization, in the same order as when a person joins while signing in.
    const before = await requireProvider(sql, params, 'change')
    await lockOrganization('change')
    const columns = await columnsOf(sql, params.organizationId, body)
    const after = await sql
      .updateTable('saml_provider')
      .set({ label: before.label, ...columns })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch((error) => {
        throw entityTaken(error)
      })
    const isAnother = after.certificate !== before.certificate || after.entity_id !== before.entity_id
    if (isAnother) await endSignIns(context, before.id)
    await chooseProvider(context, params.organizationId)
    return (await providerPresenter(context, [after]))(after)
  },

  async deleteOrganizationSAMLProvider(context) {
    if (!(await removeProvider(context, context.params))) return absent()
    await context.lockOrganization('change')
    await chooseProvider(context, context.params.organizationId)
    return deleted()
  },

  async listSSOProviderLoginsInOrganization({ sql, params, publicUrl }) {
    const rows = await activeProviders(sql, params.organizationId)
      .select(['id', 'label', 'organization_id'])
      .orderBy('id')
      .execute()
    return { items: rows.map((row) => presentEntry(row, publicUrl)) }
  },
})

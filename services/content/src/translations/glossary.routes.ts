import { type GlossaryEntry, type GlossaryTranslations, glossaryOperations, timestamp } from '@quire/contracts'
import { badRequest, conflict, countOf, done, type Input, keysetPage, listOf, newId, notFound } from '@quire/kit'
import type { Selectable } from 'kysely'
import type { Tables } from '../database.ts'
import { implement, type TranslationsContext } from './context.ts'

const maxEntries = 2000

export const glossaryRoutes = implement(glossaryOperations, {
  async listGlossaryEntries({ sql, params, page, cursors, deps }) {
    const entries = sql.selectFrom('glossary_entry').where('organization_id', '=', params.organizationId)
    return listOf({
      page,
      cursors,
      rows: await keysetPage(entries.selectAll(), page, ['id']).execute(),
      present: (row) => presentEntry(row, deps.publicUrl),
      after: ({ id }) => [id],
      count: () => countOf(sql, entries.select('id')),
    })
  },

  async getGlossaryEntry({ sql, params, deps }) {
    const row = await sql
      .selectFrom('glossary_entry')
      .selectAll()
      .where('id', '=', params.glossaryEntryId)
      .where('organization_id', '=', params.organizationId)
      .executeTakeFirst()
    if (!row) throw notFound('The glossary entry')
    return presentEntry(row, deps.publicUrl)
  },

  async updateGlossaryEntries(context) {
    for (const [at, operation] of context.body.operations.entries()) await perform(context, operation, at)
    const { count } = await context.sql
      .selectFrom('glossary_entry')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', '=', context.params.organizationId)
      .executeTakeFirstOrThrow()
    if (Number(count) > maxEntries) throw conflict(`A glossary has ${maxEntries} entries at most: delete some first.`)
    context.audit(noteOf(context.body.operations))
    return done()
  },
})

/** Counts what is inserted, and names entries that are changed or deleted: their texts are content. */
function noteOf(operations: Update['body']['operations']) {
  const idsOf = (type: 'update' | 'delete') => operations.flatMap((one) => (one.type === type ? [one.id] : []))
  const inserted = operations.filter(({ type }) => type === 'insert').length
  return {
    isUnchanged: operations.length === 0,
    payload: { inserted, updated: idsOf('update'), deleted: idsOf('delete') },
  }
}

type Update = TranslationsContext & Input<typeof glossaryOperations.updateGlossaryEntries>

/** Performs one operation. Translations of an update replace those of the entry. */
async function perform({ sql, params, deps }: Update, operation: Update['body']['operations'][number], at: number) {
  const { organizationId } = params
  const now = deps.now()
  if (operation.type === 'insert') {
    const translations = serialized(operation.translations)
    const values = { id: newId(), organization_id: organizationId, translations, created_at: now, updated_at: now }
    return sql.insertInto('glossary_entry').values(values).execute()
  }
  const changed =
    operation.type === 'update'
      ? await sql
          .updateTable('glossary_entry')
          .set({ translations: serialized(operation.translations), updated_at: now })
          .where('id', '=', operation.id)
          .where('organization_id', '=', organizationId)
          .executeTakeFirst()
      : await sql
          .deleteFrom('glossary_entry')
          .where('id', '=', operation.id)
          .where('organization_id', '=', organizationId)
          .executeTakeFirst()
  const rows = 'numUpdatedRows' in changed ? changed.numUpdatedRows : changed.numDeletedRows
  if (rows === 0n) throw badRequest(`body.operations.${at}.id`, 'names no entry of this glossary')
}

const serialized = (translations: GlossaryTranslations) => JSON.stringify(translations)

const presentEntry = (row: Selectable<Tables['glossary_entry']>, publicUrl: string): GlossaryEntry => ({
  object: 'glossary-entry',
  id: row.id,
  translations: row.translations,
  createdAt: timestamp(row.created_at),
  updatedAt: timestamp(row.updated_at),
  urls: { location: `${publicUrl}/v1/orgs/${row.organization_id}/translations-glossary/${row.id}` },
})

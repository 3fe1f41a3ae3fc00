import { readableSpaceIds, spaceLevel } from '@quire/access'
import { textTranslationOperations, translationOperations } from '@quire/contracts'
import {
  absent,
  badRequest,
  conflict,
  countOf,
  created,
  deleted,
  done,
  forbidden,
  type Input,
  keysetPage,
  listOf,
  newId,
  notFound,
  prepared,
} from '@quire/kit'
import { sql as raw } from 'kysely'
import { documentToMarkdown } from '../pages/text-conversion.ts'
import { copySpace } from '../spaces/copy-space.ts'
import type { TranslationRow } from '../tables/translations.tables.ts'
import { findWorkHolder } from '../tables/work-holder.ts'
import { implement, type TranslationsContext } from './context.ts'
import { presentTranslation, presentTranslations } from './translations.present.ts'

type Create = TranslationsContext & Input<typeof translationOperations.createTranslation>
type Update = TranslationsContext & Input<typeof translationOperations.updateTranslation>

const maxInstructions = 4000
const maxTranslations = 200
const Model = textTranslationOperations.getTranslationModel.replies[200]

/** Texts are read, and the model is asked for, before the locks. */
const createTranslation = prepared(
  async (context: Create) => {
    const { body } = context
    if (body.source.language === body.language) throw badRequest('body.language', 'is the language of the source')
    await requireModel(context)
    return readInstructions(context, body.instructions)
  },
  async (context, instructions) => {
    const { sql, params, body, userId, access, caller, deps } = context
    const { organizationId } = params
    await requireReadable(context, body.source.space)
    const { count } = await sql
      .selectFrom('translation')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxTranslations)
      throw conflict(`An organization has ${maxTranslations} translations at most: delete one first.`)
    const result = await copySpace(context, body.source.space, {
      suffix: ` (${body.language})`,
      language: body.language,
      isEmpty: true,
    })
    const { account, origin } = await findWorkHolder(sql, caller, organizationId)
    const now = deps.now()
    const row = await sql
      .insertInto('translation')
      .values({
        ...{ id: newId(), organization_id: organizationId, created_by: userId, account, origin },
        ...actorOf(context),
        ...{ source_space: body.source.space, source_language: body.source.language, language: body.language },
        ...{ instructions, result_space: result.id, created_at: now, updated_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    context.afterCommit(deps.translateSoon)
    return created(await presentTranslation(context, row, access.level))
  },
)

const updateTranslation = prepared(
  (context: Update) => readInstructions(context, context.body.instructions),
  async (context, instructions) => {
    const { sql, deps, access } = context
    const { id } = await editableTranslation(context)
    const row = await sql
      .updateTable('translation')
      .set({ instructions, updated_at: deps.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return presentTranslation(context, row, access.level)
  },
)

export const translationRoutes = implement(translationOperations, {
  async listTranslations(context) {
    const { sql, page, cursors } = context
    const rows = await keysetPage(visible(context).selectAll(), page, ['id']).execute()
    const presented = await presentTranslations(context, rows, context.access.level)
    return listOf({
      page,
      cursors,
      rows: rows.map(({ id }, at) => ({ id, item: presented[at] as (typeof presented)[number] })),
      present: ({ item }) => item,
      after: ({ id }) => [id],
      count: () => countOf(sql, visible(context).select('id')),
    })
  },

  getTranslation: async (context) =>
    presentTranslation(context, await visibleTranslation(context), context.access.level),
  createTranslation,
  updateTranslation,

  async deleteTranslation(context) {
    const row = await visible(context).selectAll().where('id', '=', context.params.translationId).executeTakeFirst()
    if (!row) return absent()
    await requireEditable(context, row)
    await context.sql.deleteFrom('translation').where('id', '=', row.id).execute()
    return deleted()
  },

  runTranslation: prepared(
    async (context: TranslationsContext & Input<typeof translationOperations.runTranslation>) => {
      await editableTranslation(context)
      await requireModel(context)
    },
    async (context) => {
      const { sql, deps } = context
      const { id } = await editableTranslation(context)
      // A run that waits for the next attempt begins at once. Whoever wants it takes the translation over.
      await sql
        .updateTable('translation')
        .set({
          requests: raw<number>`requests + 1`,
          attempts: 0,
          blocked: null,
          ...actorOf(context),
          claimed_until: raw`case when claim is null then null else claimed_until end`,
        })
        .where('id', '=', id)
        .execute()
      context.afterCommit(deps.translateSoon)
      return done()
    },
  ),
})

const actorOf = ({ userId, access, caller }: Pick<TranslationsContext, 'userId' | 'access' | 'caller'>) => ({
  ...{ user_id: userId, member_id: access.member.id, token_kind: caller.kind },
})

type OfOrganization = TranslationsContext & { params: { organizationId: string } }

/** The translations whose source the caller may read. */
const visible = ({ sql, access, params }: OfOrganization) =>
  sql
    .selectFrom('translation')
    .where('translation.organization_id', '=', params.organizationId)
    .where(raw<boolean>`translation.source_space = any(array(${readableSpaceIds({ member: access.member })}))`)

async function visibleTranslation(context: OfOrganization & { params: { translationId: string } }) {
  const row = await visible(context).selectAll().where('id', '=', context.params.translationId).executeTakeFirst()
  if (!row) throw notFound('The translation')
  return row
}

async function editableTranslation(context: OfOrganization & { params: { translationId: string } }) {
  const row = await visibleTranslation(context)
  await requireEditable(context, row)
  return row
}

/** Throws 403 unless the caller may edit the translated space, which instructions and runs change; it may be gone. */
async function requireEditable({ sql, access }: OfOrganization, { result_space }: TranslationRow): Promise<void> {
  const locked = await sql
    .selectFrom('space')
    .select('id')
    .where('id', '=', result_space)
    .where('organization_id', '=', access.member.organizationId)
    .where('deleted_at', 'is', null)
    .where(raw<boolean>`not id = any(array(${readableSpaceIds({ member: access.member, least: 'edit' })}))`)
    .executeTakeFirst()
  if (locked) throw forbidden('This needs the role "edit" or a stronger one on the translated space.')
}

async function requireReadable({ sql, userId, params, deps }: Create, spaceId: string): Promise<void> {
  const found = await spaceLevel(sql, { userId, spaceId }, deps.isBarred)
  if (!found || found.level === 'none' || found.isDeleted || found.organizationId !== params.organizationId)
    throw badRequest('body.source.space', 'is no space of this organization that you can see')
}

/** Throws 409 without a model, and 403 if the organization has switched AI off. */
async function requireModel({ call, params }: OfOrganization): Promise<void> {
  const { organizationId } = params
  const { isConfigured } = Model.parse(await call('getTranslationModel', { params: { organizationId } }))
  if (!isConfigured)
    throw conflict('This server has no language model to translate with: its operator sets AI_BASE_URL and AI_MODEL.')
}

async function readInstructions({ parser }: TranslationsContext, document: unknown): Promise<string> {
  if (document === undefined) return ''
  const markdown = await documentToMarkdown(parser, document, 'body.instructions')
  if (markdown.length > maxInstructions)
    throw badRequest('body.instructions', `must have ${maxInstructions} characters of text at most`)
  return markdown
}

import { atLeast, type Level } from '@quire/access'
import { type Translation, timestamp } from '@quire/contracts'
import { sql as raw } from 'kysely'
import { presentDocuments } from '../pages/text-conversion.ts'
import type { TranslationRow } from '../tables/translations.tables.ts'
import type { TranslationsContext } from './context.ts'

type Context = Pick<TranslationsContext, 'sql' | 'parser' | 'deps'>

/** Presents a translation to a member with this level in the organization. */
export async function presentTranslation(context: Context, row: TranslationRow, level: Level): Promise<Translation> {
  const [one] = await presentTranslations(context, [row], level)
  if (!one) throw new Error('no translation was presented')
  return one
}

export async function presentTranslations(
  { sql, parser, deps }: Context,
  rows: readonly TranslationRow[],
  level: Level,
): Promise<Translation[]> {
  const instructions = await presentDocuments(
    parser,
    rows.map((row) => row.instructions),
  )
  const counted = await raw<{ id: string; pages: number }>`
    select translation_id as id, count(*)::int as pages from translation_text
    where translation_id = any(${rows.map(({ id }) => id)}::text[]) and done_key is not null
    group by translation_id`.execute(sql)
  const pages = new Map(counted.rows.map((one) => [one.id, one.pages]))
  return rows.map((row, at) => ({
    object: 'translation',
    id: row.id,
    status: statusOf(row),
    source: { space: row.source_space, language: row.source_language },
    language: row.language,
    instructions: instructions[at] ?? { object: 'document', data: {}, nodes: [] },
    ...(row.result_revision !== null && { result: { space: row.result_space, revision: row.result_revision } }),
    ...failureOf(row),
    createdAt: timestamp(row.created_at),
    updatedAt: timestamp(row.updated_at),
    stats: {
      runs: row.runs,
      totalWords: row.total_words,
      totalPages: pages.get(row.id) ?? 0,
      totalDuration: seconds(Number(row.total_ms)),
      latestRunDuration: seconds(row.latest_ms),
      latestPages: row.latest_pages,
      latestWords: row.latest_words,
    },
    permissions: { view: true, edit: atLeast(level, 'create') },
    urls: { location: `${deps.publicUrl}/v1/orgs/${row.organization_id}/translations/${row.id}` },
  }))
}

/** An attempt that fails leaves the row with the time of the next one. */
const failureOf = ({ claim, attempts, claimed_until, blocked }: TranslationRow) =>
  claim === null && attempts > 0 && claimed_until !== null
    ? { failure: { attempts, nextAttemptAt: timestamp(claimed_until), ...(blocked !== null && { reason: blocked }) } }
    : {}

const seconds = (ms: number) => Math.round(ms / 1000)

function statusOf(row: TranslationRow): Translation['status'] {
  if (row.claim !== null) return 'running'
  return row.requests > 0 || row.done_revision === null ? 'pending' : 'completed'
}

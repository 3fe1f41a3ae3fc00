import { createHash } from 'node:crypto'
import type { WorkHolder } from '@quire/access'
import { sql as raw } from 'kysely'
import type { Sql } from '../database.ts'
import { type OpenRevision, openLive } from '../pages/open-revision.ts'
import type { PageEntry, ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import { findWorkHolder } from '../tables/work-holder.ts'
import { countWords } from './mask-markdown.ts'
import type { Terms } from './terms.ts'
import { type ItemTexts, translateItem } from './translate-item.ts'
import type { ClaimedTranslation, Translating } from './translating.ts'

/** A page or reusable content of the source. */
interface Item {
  id: string
  /** A hash of its texts. */
  key: string
  entry: PageEntry | ReusableContentEntry
}

/** The live content of the source, and its items. */
export interface TranslationSource {
  open: OpenRevision
  items: Item[]
}

/** Texts that are loaded together. */
const atOnce = 50

/**
 * Translates the items of the source whose texts have changed since the result was made. Each translated item is stored,
 * so that a run that is interrupted pays for none twice. Returns `over budget` if the organization, or whoever
 * made it, has had as many words translated today as they may.
 */
export async function translateTexts(
  translating: Translating,
  row: ClaimedTranslation,
  terms: Terms,
  signal: AbortSignal,
): Promise<TranslationSource | 'over budget'> {
  const sql = translating.jobSql()
  const holder = await findWorkHolder(sql, { kind: 'service' }, row.organization_id)
  const budgeted: Budgeted = { sql, row, words: translating.words, holder }
  const open = await openLive({ sql, deps: translating.deps }, row.source_space)
  const { storage, revision } = open
  const pages = await entries(storage.nodes, revision.roots.pages)
  const reusables = await entries(storage.nodes, revision.roots.reusables)
  const items = [...pages, ...reusables].map(([id, entry]): Item => ({ id, key: keyOf(entry), entry }))
  const stored = await sql
    .selectFrom('translation_text')
    .select(['item_id', 'done_key', 'ready_key'])
    .where('translation_id', '=', row.id)
    .execute()
  const known = new Map(stored.map((one) => [one.item_id, one]))
  const due = items.filter(({ id, key }) => known.get(id)?.done_key !== key && known.get(id)?.ready_key !== key)
  for (let at = 0; at < due.length; at += atOnce) {
    const some = due.slice(at, at + atOnce)
    const texts = await storage.documents.load([...new Set(some.flatMap(({ entry }) => entry.document ?? []))])
    for (const item of some) {
      signal.throwIfAborted()
      const source = textsOf(item.entry, item.entry.document === null ? '' : (texts.get(item.entry.document) ?? ''))
      const words = countWords(source.title) + countWords(source.description) + countWords(source.markdown)
      if (!(await hasBudget(budgeted, words))) return 'over budget'
      const translated = await translateItem(
        { client: translating.client, row, terms, spend: (sent) => spend(budgeted, sent), signal },
        source,
      )
      await store(budgeted, item, translated, words)
    }
  }
  return { open, items }
}

const descriptionOf = (entry: Item['entry']) => ('slug' in entry ? (entry.description ?? '') : '')

const textsOf = (entry: Item['entry'], markdown: string): ItemTexts => ({
  title: entry.title,
  description: descriptionOf(entry),
  markdown,
})

const keyOf = (entry: Item['entry']) =>
  createHash('sha256')
    .update(JSON.stringify([entry.title, descriptionOf(entry), entry.document]))
    .digest('base64url')

/**
 * True if the words fit into the day of the organization, of the account that made it, and of the accounts that were created
 * at the same address. A page with more words than a day has is translated on a day without any other.
 */
async function hasBudget({ words: budget, sql, row, holder }: Budgeted, words: number): Promise<boolean> {
  if (budget.perDay === 0) return true
  const { rows } = await raw<{ used: number; most: number }>`
    select words as used, ${budget.perDay}::int as most from translation_usage
    where organization_id = ${row.organization_id} and day = ${today}
    union all
    select words, case holder when ${originKey(holder)} then ${budget.ofAccount * accountsOfAddress}::int else ${budget.ofAccount}::int end
    from translation_holder_usage where holder = any(${keysOf(holder)}::text[]) and day = ${today}`.execute(sql)
  return rows.every(({ used, most }) => used + words <= most)
}

interface Budgeted {
  sql: Sql
  row: ClaimedTranslation
  words: Translating['words']
  /** The account that made the organization: one that makes many has no more words than one account. */
  holder: WorkHolder
}

/** Accounts created at one address have as many words as three accounts together. */
const accountsOfAddress = 3

const originKey = ({ origin }: WorkHolder) => `origin ${origin}`
const keysOf = (holder: WorkHolder) => [`account ${holder.account}`, originKey(holder)].toSorted()

const today = raw<string>`(now() at time zone 'utc')::date`

/** Counts words for the day. */
async function spend({ sql, row, holder }: Budgeted, words: number): Promise<void> {
  await raw`
    with of_organization as (
      insert into translation_usage (organization_id, day, words) values (${row.organization_id}, ${today}, ${words})
      on conflict (organization_id, day) do update set words = translation_usage.words + excluded.words
    )
    insert into translation_holder_usage (holder, day, words)
    select holder, ${today}, ${words}::int from unnest(${keysOf(holder)}::text[]) holder
    on conflict (holder, day) do update set words = translation_holder_usage.words + excluded.words`.execute(sql)
}

/**
 * Stores a translated item with the number of its words, unless another process took the row. Attempts count anew, since
 * this one came further than those before.
 */
async function store({ sql, row }: Budgeted, { id, key }: Item, texts: ItemTexts, words: number) {
  await sql.transaction().execute(async (transaction) => {
    const mine = await transaction
      .updateTable('translation')
      .set({ run_words: raw<number>`run_words + ${words}`, run_pages: raw<number>`run_pages + 1`, attempts: 1 })
      .where('id', '=', row.id)
      .where('claim', '=', row.claim)
      .executeTakeFirst()
    if (mine.numUpdatedRows === 0n) throw new Error('another process has the translation')
    const { title, description, markdown } = texts
    const ready = { ready_key: key, title, description, markdown }
    await transaction
      .insertInto('translation_text')
      .values({ translation_id: row.id, item_id: id, done_key: null, ...ready })
      .onConflict((on) => on.columns(['translation_id', 'item_id']).doUpdateSet(ready))
      .execute()
  })
}

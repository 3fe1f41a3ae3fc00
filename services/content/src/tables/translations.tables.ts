import type { GlossaryTranslations, Translation } from '@quire/contracts'
import type { Caller } from '@quire/kit'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Language = Translation['language']

export interface TranslationTables {
  glossary_entry: {
    id: string
    organization_id: string
    translations: ColumnType<GlossaryTranslations, string, string>
    created_at: Date
    updated_at: Date
  }
  /** A space that is kept as the translation of another. The row is the job (docs/adr/0011). */
  translation: {
    id: string
    organization_id: string
    source_space: string
    source_language: Language
    language: Language
    /** Markdown. */
    instructions: string
    result_space: string
    /** The revision of the source that the result was made of last; null before the first run ends. */
    done_revision: string | null
    /** The revision that the latest run made. */
    result_revision: string | null
    /** Runs that people want; a run serves all that were there when it began. */
    requests: Generated<number>
    /** A hash of the instructions and the glossary that the texts were made with. */
    made_with: string | null
    created_by: string
    /**
     * Who created it or wanted its latest run, with their membership and the kind of their token: it goes on in their name.
     * Null in rows of an earlier version: then it is whoever created it.
     */
    user_id: string | null
    member_id: string | null
    token_kind: Caller['kind'] | null
    /** Why it does not go on; null if nothing stands in the way. */
    blocked: string | null
    /** The account that the work counts for, and its origin (docs/adr/0029). */
    account: string
    origin: string
    runs: Generated<number>
    total_words: Generated<number>
    total_ms: Generated<string>
    latest_ms: Generated<number>
    latest_pages: Generated<number>
    latest_words: Generated<number>
    /** The words and pages of the run in progress, which may take several attempts. */
    run_words: Generated<number>
    run_pages: Generated<number>
    created_at: Date
    updated_at: Date
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
  /** A page or reusable content of a translation. */
  translation_text: {
    translation_id: string
    /** The id of the page or reusable content, in source and result alike. */
    item_id: string
    /** A hash of the title and texts of the source that the result has; null before the first run ends. */
    done_key: string | null
    /** A hash of the source of the texts below, which the next revision will have. */
    ready_key: string | null
    title: string | null
    description: string | null
    markdown: string | null
  }
  /** Words that an organization had translated on a day (UTC). */
  translation_usage: {
    organization_id: string
    day: string
    words: number
  }
  /** Words of all organizations of an account, `account …`, and of all accounts of an origin, `origin …`, on a day (UTC). */
  translation_holder_usage: {
    holder: string
    day: string
    words: number
  }
}

export type TranslationRow = Selectable<TranslationTables['translation']>

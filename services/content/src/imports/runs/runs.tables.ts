import type { ActingPerson } from '@quire/access'
import type { ContentImportRun } from '@quire/contracts'
import type { Caller, ClaimedRow } from '@quire/kit'
import type { Generated, JSONColumnType, Selectable } from 'kysely'

/** Imports: each is waited for, performed, and kept for a while after its end (docs/adr/0053). */
export interface ImportRunTables {
  import_run: {
    id: string
    /** The space's when the import was asked for: in another one it is not performed. */
    organization_id: string
    space_id: string
    change_request_id: string | null
    page_id: string | null
    /** As `importContent` names it; `file` for uploads. */
    source: string
    /** Of all but uploads. */
    url: string | null
    /** Keys of uploads. */
    files: string[] | null
    /** Somebody asked for it by an operation that answers when it is done. */
    is_call: boolean
    /** The call by its Idempotency-Key: whoever repeats it finds the run. */
    repetition: string | null
    user_id: string
    /** The person's membership, and the token that they asked with. */
    member_id: string
    token_kind: Caller['kind']
    token_id: string | null
    status: ContentImportRun['status']
    /** The HTTP status that its caller is refused with; null where it failed by no fault of theirs. */
    refusal: number | null
    /** Why it failed. */
    reason: string | null
    imported_resources: Generated<number>
    total_resources: Generated<number>
    /** The first of them; `failure_count` counts all, as `page_count` does. */
    failures: JSONColumnType<{ path: string; problem: string }[], string | undefined, string>
    failure_count: Generated<number>
    pages: JSONColumnType<{ id: string; sourceURL?: string }[], string | undefined, string>
    page_count: Generated<number>
    revision: string | null
    created_at: Date
    updated_at: Date
    started_at: Date | null
    completed_at: Date | null
    claim: string | null
    claimed_until: Date | null
    attempts: Generated<number>
  }
}

export type ImportRunRow = Selectable<ImportRunTables['import_run']>
/** A run that this process performs. */
export type ClaimedRun = ImportRunRow & ClaimedRow

export const underWay = ['pending', 'in-progress'] as const
export const isUnderWay = ({ status }: Pick<ImportRunRow, 'status'>): boolean => underWay.some((one) => one === status)

/** Who asked for a run. */
export const asker = (run: ImportRunRow): ActingPerson => ({
  userId: run.user_id,
  memberId: run.member_id,
  kind: run.token_kind,
  tokenId: run.token_id,
})

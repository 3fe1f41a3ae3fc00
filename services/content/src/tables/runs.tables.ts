import type { ActingPerson } from '@quire/access'
import type { ContentImportRun } from '@quire/contracts'
import type { Caller, ClaimedRow } from '@quire/kit'
import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { GitTask } from './git.tables.ts'

/** Import runs: pending, performed, and retained for a while after their end (docs/adr/0011). */
export interface ImportRunTables {
  import_run: {
    id: string
    /** The organization of the space when the import was requested; it is not performed in another one. */
    organization_id: string
    space_id: string
    change_request_id: string | null
    page_id: string | null
    /** Name of the source in `importContent`; `file` for uploads. */
    source: string
    /** Null for uploads. */
    url: string | null
    /** Keys of uploads; null for other sources. */
    files: string[] | null
    /** True to leave out files that no page refers to. */
    skip_unused_files: Generated<boolean>
    /** The number of files that were left out, and of their bytes; null if none had to be. */
    unused_files: number | null
    unused_bytes: string | null
    /** True if it was requested by an operation that waits for its end. */
    is_call: boolean
    /** The Idempotency-Key of the call, by which a repeated call finds the run. */
    repetition: string | null
    /** The repository of an import from, or an export to Git; null for other sources. */
    git: JSONColumnType<GitTask> | null
    /** Its credentials, sealed at the location of the run. */
    git_secret: string | null
    /** Orders the operations of a space; null for other sources. */
    git_at: Date | null
    /** The commit that was imported or made. */
    git_commit: string | null
    user_id: string
    /** The person's membership, and the token of the request. */
    member_id: string
    token_kind: Caller['kind']
    token_id: string | null
    /** True if somebody asked for it in the console. */
    is_session: Generated<boolean>
    /** The account that the work counts for, and its origin (docs/adr/0029). */
    account: Generated<string>
    origin: Generated<string>
    status: ContentImportRun['status']
    /** The HTTP status for the caller of a failed run; null for an internal error. */
    refusal: number | null
    /** The reason of the failure. */
    reason: string | null
    imported_resources: Generated<number>
    total_resources: Generated<number>
    /** The step of a run that is in progress; null while it imports pages and files. */
    step: JSONColumnType<NonNullable<ContentImportRun['step']>, string | undefined, string> | null
    /** The first failures; `failure_count` counts all, as `page_count` does for pages. */
    failures: JSONColumnType<{ path: string; problem: string }[], string | undefined, string>
    failure_count: Generated<number>
    /** The first parts of the source that were left out, changed or not understood; `problem_count` counts all. */
    problems: JSONColumnType<string[], string | undefined, string>
    problem_count: Generated<number>
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

/**
 * The columns of a run that lists present or decide by. Its pages, failures and problems are hundreds of kilobytes, so a list
 * of a thousand runs that read them would need more memory than the process has.
 */
export const listedRunColumns = [
  ...(['id', 'organization_id', 'space_id', 'change_request_id', 'page_id', 'user_id', 'member_id'] as const),
  ...(['source', 'url', 'files', 'is_call', 'skip_unused_files', 'git', 'git_commit'] as const),
  ...(['status', 'reason', 'imported_resources', 'total_resources', 'revision'] as const),
  ...(['created_at', 'updated_at', 'started_at', 'completed_at'] as const),
] as const satisfies readonly (keyof ImportRunRow)[]

/** A run as lists read it. */
export type ListedRun = Pick<ImportRunRow, (typeof listedRunColumns)[number]>
/** A run that this process performs. */
export type ClaimedRun = ImportRunRow & ClaimedRow

export const underWay = ['pending', 'in-progress'] as const
export const isUnderWay = ({ status }: Pick<ImportRunRow, 'status'>): boolean => underWay.some((one) => one === status)

/** The person who requested a run. */
export const requesterOf = (run: ImportRunRow): ActingPerson => ({
  userId: run.user_id,
  memberId: run.member_id,
  kind: run.token_kind,
  tokenId: run.token_id,
})

import { actingOnSpace } from '@quire/access'
import { conflict, type Position, readUntil } from '@quire/kit'
import type { Sql } from '../../database.ts'
import { outlineSpec } from '../../openapi/outline-spec.ts'
import { outOfRoom } from '../../storage/files/disk.ts'
import { withAnnouncedWrite } from '../../storage/revisions/announced-writes.ts'
import { type ClaimedRun, requesterOf } from '../../tables/runs.tables.ts'
import type { ImportsContext } from '../context.ts'
import { type ImportBase, openBase } from '../import-base.ts'
import type { ImportPlan, PlanOptions, ReportStep } from '../import-plan.ts'
import { sourceOfAddress } from '../import-sources.ts'
import { prepareImport } from '../prepare-import.ts'
import { isArchive, prepareUploads } from '../prepare-uploads.ts'
import { type ReadImportSource, writeImport } from '../write-import.ts'
import { type CommitDependencies, type CreateRevision, commitRun } from './commit-run.ts'
import { uploadsOf } from './uploads-of-run.ts'

/** Upper bound for applying an import again because its target has changed meanwhile. */
const maxBases = 10

export interface PerformDependencies extends CommitDependencies {
  /** Connections that stay usable after the run is aborted. */
  jobSql: () => Sql
}

export interface Performance {
  signal: AbortSignal
  progress: NonNullable<PlanOptions['progress']>
  onStep: ReportStep
}

/**
 * Performs a run to its completion. If the target changes meanwhile, the import is applied again to its new revision.
 * Throws the Refusal that the run fails with. Nothing of the run is visible before it is complete.
 */
export async function performRun(
  performing: PerformDependencies,
  run: ClaimedRun,
  { signal, ...reports }: Performance,
): Promise<Position | undefined> {
  const { database, deps } = performing
  const sql = readUntil(signal, database) as unknown as Sql
  const target = { spaceId: run.space_id, organizationId: run.organization_id, role: 'edit' as const }
  await actingOnSpace(sql, requesterOf(run), target, deps)
  const read = sourceOf({ sql, deps }, run, reports)
  const from = { address: addressOf(run), isWhole: await isWhole({ sql, deps }, run) }
  return importInto(performing, run, { sql, read, ...from, signal, open: () => openBase({ sql, deps }, run) })
}

interface ImportSource {
  sql: Sql
  read: ReadImportSource
  address: PlanOptions['address']
  isWhole: boolean
  /** True if the opened content is what the source brought before, and nothing else. */
  isOfSource?: boolean
  /** True if the content is to be what the source brings, and nothing else of what was opened. */
  isAlone?: boolean
  /** True for a source that exports write to. */
  isGivenBack?: boolean
  signal: AbortSignal
  /** Opens the content that the import is applied to. */
  open: () => Promise<ImportBase>
  create?: CreateRevision
}

/** Applies a source to its base and commits it; again, if the target has changed meanwhile. */
export async function importInto(
  performing: PerformDependencies,
  run: ClaimedRun,
  { open, create, ...source }: ImportSource,
): Promise<Position | undefined> {
  const { deps, jobSql } = performing
  const { signal } = source
  const first = await open()
  return withAnnouncedWrite(jobSql(), first.revision.store, async (writing) => {
    let plan: ImportPlan | undefined
    for (let bases = 1; bases <= maxBases; bases += 1) {
      const base = await open()
      const written = await writeImport({ ...source, deps }, base, plan)
      plan = written.plan
      const committed = await commitRun(performing, run, { ...written, writing }, signal, create)
      if (committed) return committed.position
    }
    throw conflict('The content kept changing while the import was written: import again.')
  })
}

const wholeSources = ['zip', 'github-wiki', 'notion', 'confluence']

/** True if the source of a run is a whole tree: an archive. A website is read up to its limits. */
async function isWhole(context: Pick<ImportsContext, 'sql' | 'deps'>, run: ClaimedRun): Promise<boolean> {
  if (run.url !== null) return wholeSources.includes(run.source)
  return (await uploadsOf(context, run)).some(isArchive)
}

/** Identifies the address of a run; undefined for uploads. */
const addressOf = ({ url }: ClaimedRun) => (url === null ? undefined : sourceOfAddress(url))

/** Returns the function that reads the source of a run. */
function sourceOf(
  context: Pick<ImportsContext, 'sql' | 'deps'>,
  run: ClaimedRun,
  reports: Omit<Performance, 'signal'>,
): ReadImportSource {
  const { imports, outboundAllow: allow } = context.deps
  const { source, url, skip_unused_files: skipUnusedFiles } = run
  return (options) =>
    outOfRoom(async () => {
      const specification = (slug: string) => outlineSpec(context.sql, run.organization_id, slug)
      const reading = {
        ...options,
        specification,
        ...reports,
        skipUnusedFiles,
        folder: imports.folder,
        bounds: imports.bounds,
        allow,
      }
      if (url !== null) return prepareImport({ ...reading, url, source })
      return prepareUploads({ ...reading, uploads: await uploadsOf(context, run) })
    })
}

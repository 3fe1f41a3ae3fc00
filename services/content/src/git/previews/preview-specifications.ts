import type { Sql } from '../../database.ts'
import { outlineSpec } from '../../openapi/outline-spec.ts'
import { openLive } from '../../pages/open-revision.ts'
import type { PageEntry } from '../../storage/revisions/revision-entries.ts'
import { entries } from '../../storage/trees/tree-reads.ts'
import type { ClaimedRun } from '../../tables/runs.tables.ts'

type Context = Parameters<typeof openLive>[0] & { sql: Sql }

/**
 * Returns the function that finds the specifications which an import makes pages of. For the preview of a pull request,
 * whose author may be a stranger, these are only those that the live content has pages of which everybody sees: their
 * titles would tell of others.
 */
export function specificationsFor(context: Context, run: ClaimedRun) {
  const find = (slug: string) => outlineSpec(context.sql, run.organization_id, slug)
  if (run.git?.preview === undefined) return find
  let open: Promise<ReadonlySet<string>> | undefined
  return async (slug: string) => {
    open ??= openSpecifications(context, run.space_id)
    return (await open).has(slug) ? find(slug) : undefined
  }
}

async function openSpecifications(context: Context, spaceId: string): Promise<ReadonlySet<string>> {
  const { revision, storage } = await openLive(context, spaceId)
  const pages = new Map(await entries(storage.nodes, revision.roots.pages))
  const isOpen = (page: PageEntry | undefined): boolean => {
    for (let one = page; one; one = one.parent === null ? undefined : pages.get(one.parent))
      if (one.condition !== undefined) return false
    return page !== undefined
  }
  return new Set([...pages.values()].flatMap((page) => (page.computed && isOpen(page) ? page.computed.spec : [])))
}

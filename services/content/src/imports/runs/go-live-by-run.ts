import { randomUUID } from 'node:crypto'
import { AuditEventState, auditEventNouns } from '@quire/contracts'
import { storesAuditEvents } from '@quire/kit'
import { goLive } from '../../editing/go-live.ts'
import type { ClaimedRun, ImportRunRow } from '../../tables/runs.tables.ts'

const store = storesAuditEvents(auditEventNouns.content)

/**
 * Makes what a run has imported the live revision of its space, like `goLive`, and records in the same transaction who asked
 * for that (docs/adr/0060).
 */
export async function goLiveByRun(
  context: Parameters<typeof goLive>[0],
  run: ClaimedRun,
  live: Parameters<typeof goLive>[1],
) {
  const revision = await goLive(context, live)
  const event = AuditEventState.parse({
    id: randomUUID(),
    version: 1,
    organizationId: run.organization_id,
    at: context.deps.now().toISOString(),
    action: actionOf(run),
    actor: { type: 'user', id: run.user_id },
    source: sourceOf(run),
    target: { type: 'space', id: run.space_id },
    // The request ended long before, or there was none.
    correlationId: run.id,
    payload: {
      ...(run.token_id !== null && { accessToken: run.token_id }),
      values: { source: run.source, ...(run.page_id !== null && { page: run.page_id }) },
      revision: revision.id,
    },
  })
  await store({ sql: context.sql as never, emit: context.emit }, [event])
  return revision
}

/** Returns the id of the operation that asked for the run. */
function actionOf({ git, is_call, page_id }: ImportRunRow): string {
  if (git?.look) return 'runSpaceGitSync'
  if (git) return 'importGitRepository'
  if (!is_call) return 'startImportRun'
  return page_id === null ? 'importContent' : 'importContentInPageById'
}

function sourceOf({ git, is_session, token_kind }: ImportRunRow): AuditEventState['source'] {
  // A synchronization goes on by itself, in the name of the person who set it up.
  if (git?.look) return 'workflow'
  if (is_session) return 'ui'
  return token_kind === 'integration' ? 'integration' : 'api'
}

import type { GitRunState, SpaceCounters, SpaceCountersState, SpaceState } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext } from '@quire/kit'
import type { z } from 'zod'
import type { Sql, Tables } from '../../database.ts'
import { type EventDraft, queueEvents } from './queue-events.ts'

type Space = z.output<typeof SpaceState>
type Counters = z.output<typeof SpaceCounters>

/**
 * Makes a projection of spaces queue events about what has changed, in the transaction that moves the projector's
 * position: no change is lost, and none is announced twice. States that are repeated have not changed.
 */
export const announceSpaces = (projection: Projection, wake: () => void): Projection =>
  announcing(projection, wake, async (sql, states) => {
    const spaces = states as Space[]
    const before = await sql
      .selectFrom('space')
      .select(['id', 'state'])
      .where('id', '=', anyOf(spaces.map(({ id }) => id)))
      .execute()
    const known = new Map(before.map(({ id, state }) => [id, state]))
    return spaces.flatMap((state) => changesOf(known.get(state.id), state))
  })

/** Makes a projection of counters queue events: they are all that is known here of comments and change requests. */
export const announceCounters = (projection: Projection, wake: () => void): Projection =>
  announcing(projection, wake, async (sql, states) => {
    const counted = states as z.output<typeof SpaceCountersState>[]
    const rows = await sql
      .selectFrom('space')
      .leftJoin('space_counters', 'space_counters.space_id', 'space.id')
      .select(['space.id', 'space.organization_id', 'space_counters.counters'])
      .where('space.id', '=', anyOf(counted.map(({ spaceId }) => spaceId)))
      .execute()
    const known = new Map(rows.map((row) => [row.id, row]))
    return counted.flatMap((state) => {
      const before = known.get(state.spaceId)
      return before ? countsOf(before.organization_id, before.counters, state) : []
    })
  })

/** Without a state before, a space is new if it has the first version; any other was only not known here. */
function changesOf(before: Space | undefined, { id, version, organizationId, ...now }: Space): EventDraft[] {
  const about = { organizationId, spaceId: id }
  const named = (type: string): EventDraft => ({ ...about, type, scope: 'space:metadata:read' })
  if (!before) return version === 1 ? [named('space_created')] : []
  const wasDeleted = before.deletedAt !== null
  const isDeleted = now.deletedAt !== null
  if (isDeleted) return wasDeleted ? [] : [named('space_deleted')]
  return [
    ...(wasDeleted ? [named('space_restored')] : []),
    ...(before.title === now.title ? [] : [named('space_renamed')]),
    ...(before.revision === now.revision
      ? []
      : [
          {
            ...about,
            type: 'space_content_updated',
            scope: 'space:content:read' as const,
            fields: { revisionId: now.revision, updatedBy: [] },
          },
        ]),
    ...gitRunsOf(about, before.gitRun ?? null, now.gitRun),
  ]
}

/** A synchronization that began and ended since the state before has both events, in this order. */
function gitRunsOf(
  about: Pick<EventDraft, 'organizationId' | 'spaceId'>,
  before: GitRunState | null,
  now: GitRunState | null,
): EventDraft[] {
  if (!now || (before?.id === now.id && before.state === now.state)) return []
  const { state, commitId, revisionId } = now
  const event = (type: string, fields: object): EventDraft => ({
    ...{ ...about, type, scope: 'space:content:read' },
    fields: { ...fields, revisionId, commitId },
  })
  return [
    ...(before?.id === now.id ? [] : [event('space_gitsync_started', {})]),
    ...(state === 'started' ? [] : [event('space_gitsync_completed', { state })]),
  ]
}

function countsOf(
  organizationId: string,
  before: Counters | null,
  { spaceId, comments, changeRequests, changeRequestsOpen, changeRequestsDraft }: Counters & { spaceId: string },
): EventDraft[] {
  const about = { organizationId, spaceId, scope: 'space:metadata:read' as const }
  const requests = { changeRequests, changeRequestsOpen, changeRequestsDraft }
  const names = Object.keys(requests) as (keyof typeof requests)[]
  const areOthers = names.some((name) => (before?.[name] ?? 0) !== requests[name])
  return [
    ...((before?.comments ?? 0) === comments
      ? []
      : [{ ...about, type: 'space_comments_updated', fields: { comments } }]),
    ...(areOthers ? [{ ...about, type: 'space_change_requests_updated', fields: requests }] : []),
  ]
}

function announcing(
  projection: Projection,
  wake: () => void,
  draftsOf: (sql: Sql, states: unknown[]) => Promise<EventDraft[]>,
): Projection {
  return {
    ...projection,
    async save(context, states) {
      const { sql, afterCommit } = context as unknown as ProjectionContext<Tables>
      // The states before are read before they are overwritten.
      const drafts = await draftsOf(sql, states)
      await projection.save(context, states)
      if ((await queueEvents(sql, drafts)) > 0) afterCommit(wake)
    },
  }
}

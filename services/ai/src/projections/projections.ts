import { contentAccessProjections, deletedOrganizationProjection, memberProjections, rowsOf } from '@quire/access'
import { organization, site, siteSpace, space } from '@quire/contracts'
import type { Projection, ProjectionContext } from '@quire/kit'
import { dueWithAi } from '../conversations/cluster-conversations.ts'
import type { Tables } from '../database.ts'
import { countWork, wantNoRevisions, wantRevisions } from '../indexing/wanted-revisions.ts'
import { deleteResponsesOfSites, deleteResponsesOnSpaces } from '../responses/response-rows.ts'

type Context = ProjectionContext<Tables>

const sites = rowsOf(site, 'site', ['id'], (state) => ({
  id: state.id,
  organization_id: state.organizationId,
  agents_context: state.agentsContext,
  published: state.published,
}))

const siteSpaces = rowsOf(siteSpace, 'site_space', ['id'], (state) => ({
  id: state.id,
  site_id: state.siteId,
  space_id: state.spaceId,
}))

interface Wakers {
  /** Called if a space's event names a revision that is not indexed. */
  indexer: () => void
  /** Called if an organization was deleted. */
  purges: () => void
  /** Called if issues of conversations waited for an organization to have AI features on. */
  clustering: () => void
}

/** All projections of ai, which wake its jobs. */
export function aiProjections({ indexer: wake, purges, clustering }: Wakers): Projection[] {
  return [
    deletedOrganizationProjection(purges),
    ...memberProjections.map((one) => (one.noun.name === organization.name ? counting(one, clustering) : one)),
    ...contentAccessProjections.map((one) => (one.noun.name === space.name ? indexing(one, wake) : one)),
    answering(sites),
    siteSpaces,
  ]
}

/**
 * Also lets the work on spaces that arrived before their organization count for whoever made it, and the issues of
 * conversations be clustered once AI features are on again.
 */
function counting(projection: Projection, wake: () => void): Projection {
  return {
    ...projection,
    async save(context, states) {
      await projection.save(context, states)
      const { sql } = context as unknown as Context
      const organizations = states.map((state) => organization.saved.data.parse(state))
      await countWork(
        sql,
        organizations.map(({ id }) => id),
      )
      const withAi = organizations.filter(({ ai }) => ai).map(({ id }) => id)
      if (withAi.length > 0 && (await dueWithAi(sql, withAi))) context.afterCommit(wake)
    },
  }
}

/** Also deletes the responses of a removed site. */
function answering(projection: Projection): Projection {
  return {
    ...projection,
    async remove(context, keys) {
      await projection.remove(context, keys)
      const { sql } = context as unknown as Context
      await deleteResponsesOfSites(sql, keys)
    },
  }
}

/**
 * Also records the revision that the index should hold; the workers fetch it, or drop a deleted space. Responses that rest
 * on a purged space are deleted at once.
 */
function indexing(projection: Projection, wake: () => void): Projection {
  return {
    ...projection,
    async save(context, states) {
      await projection.save(context, states)
      const { sql } = context as unknown as Context
      const spaces = states.map((state) => space.saved.data.parse(state))
      if (await wantRevisions(sql, spaces)) context.afterCommit(wake)
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      const { sql } = context as unknown as Context
      await wantNoRevisions(sql, keys)
      await deleteResponsesOnSpaces(sql, keys)
      context.afterCommit(wake)
    },
  }
}

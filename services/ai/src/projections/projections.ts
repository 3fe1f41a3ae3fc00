import { contentAccessProjections, memberProjections, rowsOf } from '@quire/access'
import { site, siteSpace, space } from '@quire/contracts'
import type { Projection, ProjectionContext } from '@quire/kit'
import type { Tables } from '../database.ts'
import { unwant, wantRevisions } from '../indexing/wanting.ts'

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

/** Everything ai keeps of others; `wake` is called when a space tells of a revision that is not indexed. */
export function projectionsWaking(wake: () => void): Projection[] {
  return [
    ...memberProjections,
    ...contentAccessProjections.map((one) => (one.noun.name === space.name ? indexing(one, wake) : one)),
    sites,
    siteSpaces,
  ]
}

/** A space's state also records what its index should hold; the workers fetch it, or drop it. */
function indexing(projection: Projection, wake: () => void): Projection {
  return {
    ...projection,
    async save(context, states) {
      await projection.save(context, states)
      const { sql } = context as unknown as Context
      const told = states.map((state) => space.saved.data.parse(state))
      if (await wantRevisions(sql, told)) context.afterCommit(wake)
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      const { sql } = context as unknown as Context
      await unwant(sql, keys)
      context.afterCommit(wake)
    },
  }
}

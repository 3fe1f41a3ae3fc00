import { contentAccessProjections, memberProjections } from '@quire/access'
import { site, siteSpace, space } from '@quire/contracts'
import { anyOf, type Projection, type ProjectionContext, project } from '@quire/kit'
import type { Tables } from '../database.ts'
import { unwant, wantRevisions } from '../indexing/wanting.ts'

type Context = ProjectionContext<Tables>

const sites = project(site, {
  async save({ sql }: Context, states) {
    const rows = states.map((one) => ({
      id: one.id,
      organization_id: one.organizationId,
      agents_context: one.agentsContext,
      published: one.published,
    }))
    await sql
      .insertInto('site')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          agents_context: eb.ref('excluded.agents_context'),
          published: eb.ref('excluded.published'),
        })),
      )
      .execute()
  },
  async remove({ sql }: Context, keys) {
    await sql.deleteFrom('site').where('id', '=', anyOf(keys)).execute()
  },
})

const siteSpaces = project(siteSpace, {
  async save({ sql }: Context, states) {
    const rows = states.map((one) => ({ id: one.id, site_id: one.siteId, space_id: one.spaceId }))
    await sql
      .insertInto('site_space')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((eb) => ({ space_id: eb.ref('excluded.space_id') })))
      .execute()
  },
  async remove({ sql }: Context, keys) {
    await sql.deleteFrom('site_space').where('id', '=', anyOf(keys)).execute()
  },
})

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
      await wantRevisions(
        sql,
        states.map((state) => space.saved.data.parse(state)),
      )
      context.afterCommit(wake)
    },
    async remove(context, keys) {
      await projection.remove(context, keys)
      const { sql } = context as unknown as Context
      await unwant(sql, keys)
      context.afterCommit(wake)
    },
  }
}

import { visibleSpaces } from '@quire/access'
import { personalSpaceOperations } from '@quire/contracts'
import { conflict, done } from '@quire/kit'
import { sql as raw, type SqlBool } from 'kysely'
import { implement, type SpacesContext } from '../context.ts'
import { presentSpaceRow, type SpaceWithPublication, spaceWithPublication } from '../spaces.present.ts'

/** The most favourites of a person in one organization: one that asserts them as a member must not use up those of others. */
const maxFavorites = 50
/** Recent spaces that are stored of a person in one organization, and listed. */
const maxStored = 20
const maxListed = 10

export const personalSpaceRoutes = implement(personalSpaceOperations, {
  /** Lists the caller's own spaces that they may read now. */
  async getPersonalSpaces(context) {
    const { sql, access, userId, deps } = context
    const own = await sql.selectFrom('personal_space').selectAll().where('user_id', '=', userId).execute()
    const where = raw<SqlBool>`s.id in (select space_id from personal_space where user_id = ${userId})`
    const spaces = await visibleSpaces<SpaceWithPublication>(sql, {
      ...{ member: access.member, where, limit: maxFavorites + maxStored },
      beside: spaceWithPublication,
    })
    const presented = new Map(spaces.map((row) => [row.id, presentSpaceRow(row, row.level, deps.publicUrl)]))
    const newestFirst = (time: 'favorite_at' | 'opened_at') =>
      own
        .flatMap((row) => {
          const [space, at] = [presented.get(row.space_id), row[time]]
          return space && at ? [{ space, at: new Date(at).getTime() }] : []
        })
        .sort((one, other) => other.at - one.at)
        .map(({ space }) => space)
    return {
      object: 'personal-spaces' as const,
      favorites: newestFirst('favorite_at'),
      recent: newestFirst('opened_at').slice(0, maxListed),
    }
  },

  async updatePersonalSpace(context) {
    const { body } = context
    if (body.favorite === true) await requireRoom(context)
    if (body.favorite !== undefined) await save(context, 'favorite_at', body.favorite)
    if (body.opened) await save(context, 'opened_at', true)
    if (body.opened) await dropOldest(context)
    await context.sql
      .deleteFrom('personal_space')
      .where('user_id', '=', context.userId)
      .where('favorite_at', 'is', null)
      .where('opened_at', 'is', null)
      .execute()
    return done()
  },
})

type OfSpace = SpacesContext & { params: { spaceId: string } }

/** True for spaces of the organization of the request's. */
const isBeside = ({ params }: OfSpace) => raw<SqlBool>`exists (
  select from space own join space given on given.organization_id = own.organization_id
  where own.id = personal_space.space_id and given.id = ${params.spaceId})`

/** Sets a time of the space to now, or clears it. A favourite stays where it is in the list. */
async function save({ sql, params, userId, deps }: OfSpace, time: 'favorite_at' | 'opened_at', isSet: boolean) {
  const now = isSet ? deps.now() : null
  const kept = raw<Date | null>`coalesce(personal_space.favorite_at, excluded.favorite_at)`
  await sql
    .insertInto('personal_space')
    .values({ user_id: userId, space_id: params.spaceId, favorite_at: null, opened_at: null, [time]: now })
    .onConflict((known) =>
      known.columns(['user_id', 'space_id']).doUpdateSet({ [time]: time === 'favorite_at' && isSet ? kept : now }),
    )
    .execute()
}

async function requireRoom(context: OfSpace): Promise<void> {
  const { sql, userId, params } = context
  const favorites = await sql
    .selectFrom('personal_space')
    .select('space_id')
    .where('user_id', '=', userId)
    .where(isBeside(context))
    .where('favorite_at', 'is not', null)
    .where('space_id', '<>', params.spaceId)
    .limit(maxFavorites)
    .execute()
  if (favorites.length >= maxFavorites)
    throw conflict(`You have ${maxFavorites} favourites: remove one before you add another.`)
}

/** Forgets the spaces that were opened before the latest few. */
async function dropOldest(context: OfSpace): Promise<void> {
  const { sql, userId } = context
  await sql
    .updateTable('personal_space')
    .set({ opened_at: null })
    .where('user_id', '=', userId)
    .where(isBeside(context))
    .where('opened_at', '<', (select) =>
      select
        .selectFrom('personal_space')
        .select('opened_at')
        .where('user_id', '=', userId)
        .where(isBeside(context))
        .where('opened_at', 'is not', null)
        .orderBy('opened_at', 'desc')
        .offset(maxStored - 1)
        .limit(1),
    )
    .execute()
}

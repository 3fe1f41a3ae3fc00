import { sql as raw } from 'kysely'
import { acme, type World } from '../world.ts'

/** Creates a collection of `spaces` spaces with a grant to a team of `members` people, as rows; returns the two ids. */
export async function largeTeam(world: World, size: { members: number; spaces: number }) {
  const { body: collection } = await world.send('createCollection', { body: {} })
  const { id: first } = await world.makeSpace({ parent: collection.id })
  const name = `team-${collection.id}`
  const sql = world.sql()
  await raw`
    insert into member (id, organization_id, user_id, role, disabled, state)
    select ${name} || '-m' || i, ${acme}, ${name} || '-u' || i, null, false, '{}'
    from generate_series(1, ${size.members}) i`.execute(sql)
  await raw`insert into team (id, organization_id, state) values (${name}, ${acme}, '{}')`.execute(sql)
  await raw`
    insert into team_member (team_id, member_id, role)
    select ${name}, ${name} || '-m' || i, 'member' from generate_series(1, ${size.members}) i`.execute(sql)
  const same = raw.raw(
    `organization_id, collection_id, title, edit_mode, default_level, default_scope, revision, store, comments,
     change_requests, change_requests_open, change_requests_draft, version, created_by, created_at, updated_at`,
  )
  await raw`
    insert into space (id, position, ${same}) select ${name} || '-s' || i, 'd' || lpad(i::text, 4, '0'), ${same}
    from space, generate_series(1, ${size.spaces - 1}) i where id = ${first}`.execute(sql)
  await raw`analyze member, team_member, space`.execute(sql)
  return { collectionId: collection.id as string, teamId: name }
}

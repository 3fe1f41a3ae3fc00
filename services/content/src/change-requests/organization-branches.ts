import { rolesFrom, strengthOf, type Viewer } from '@quire/access'
import type { RoleName } from '@quire/contracts'
import { type RawBuilder, sql as raw } from 'kysely'
import type { ChangeRequestStatus } from './change-requests.entity.ts'

/** What a list of change requests is asked for. */
export interface ChangeRequestFilter {
  status: ChangeRequestStatus
  creator?: string | undefined
  contributor?: string | undefined
}

/** And by whom. */
export interface ChangeRequestQuery extends ChangeRequestFilter {
  member: Viewer
}

/** How each branch is cut: a condition on `c`, and the rest of the statement after it. */
export interface ChangeRequestCut {
  after: RawBuilder<unknown>
  tail: RawBuilder<unknown>
  /**
   * With this at its end a subquery is walked row by row, in its own order; without it, the planner may join it whole.
   */
  walk: RawBuilder<unknown>
}

/** Ids of the wanted change requests that may be read, in parts that do not overlap, each with an index of its own. */
export function branches(asked: ChangeRequestQuery, cut: ChangeRequestCut): RawBuilder<unknown> {
  const { member } = asked
  if (isOfPerson(asked)) return ofPerson(asked, cut)
  if (member.role === 'admin') return everywhere(asked, cut)
  const parts = [inheriting(asked, cut), granted(asked, cut)]
  // An explicit default level says nothing to guests.
  if (member.role !== null) parts.push(explicit(asked, cut))
  return raw.join(
    parts.map((part) => raw`(${part})`),
    raw` union all `,
  )
}

export const isOfPerson = ({ creator, contributor }: ChangeRequestFilter) =>
  creator !== undefined || contributor !== undefined
const least = (level: RoleName) => raw.lit(strengthOf(level))

/** Change requests of deleted spaces are left out. Few spaces are deleted, so they are one set for the whole walk. */
const live = ({ member }: ChangeRequestQuery) => raw`
  c.space_id not in (select id from space where organization_id = ${member.organizationId} and deleted_at is not null)`
/** A space with a grant on itself is not in the branches that follow defaults. */
const notGranted = raw`c.space_id not in (select scope_id from rule)`

export const wanted = (asked: ChangeRequestQuery, { after }: ChangeRequestCut) => raw`
  ${raw.lit(!asked.member.disabled)} and c.organization_id = ${asked.member.organizationId}
  and c.status = ${asked.status} and ${live(asked)} ${after}`

function everywhere(asked: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`select c.id from change_request c where ${wanted(asked, cut)} ${cut.tail}`
}

function inheriting(asked: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from scope cross join lateral (
      select c.id from change_request c where c.default_scope = scope.id and ${notGranted} and ${wanted(asked, cut)} ${cut.tail}
    ) c where scope.strength >= ${least('read')}`
}

function granted(asked: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from rule cross join lateral (
      select c.id from change_request c where c.space_id = rule.scope_id and ${wanted(asked, cut)} ${cut.tail}
    ) c where rule.strength >= ${least('read')} and rule.scope_kind = 'space'`
}

function explicit(asked: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from unnest(${rolesFrom('read')}::text[]) readable (level) cross join lateral (
      select c.id from change_request c
      where c.default_level = readable.level and c.default_level <> 'inherit'
        and ${notGranted} and ${wanted(asked, cut)} ${cut.tail}
    ) c`
}

/**
 * The change requests of one person that the member may read, from the newest. A comment counts as taking part only
 * where the member may see the discussion.
 */
function ofPerson(asked: ChangeRequestQuery, cut: ChangeRequestCut) {
  const { member, creator, contributor } = asked
  const created = creator === undefined ? raw`` : raw`and c.created_by = ${creator}`
  if (contributor === undefined)
    return raw`
      select c.id from change_request c where ${wanted(asked, cut)} ${created} and ${visible(member, 'read')} ${cut.tail}`
  return raw`
    select c.id from (
      select c.id, bool_or(c.action_type = 'edit') as edited
      from (select change_request_id as id, user_id, action_type from change_request_contributor) c
      where c.user_id = ${contributor} ${cut.after} group by c.id order by c.id desc ${cut.walk}
    ) c cross join lateral (
      select from (select c.id as asked, c.edited) contribution join change_request c on c.id = contribution.asked
      where ${wanted(asked, cut)} ${created} and ${visible(member, 'read')}
        and (contribution.edited or ${visible(member, 'comment')})
      ${cut.walk}
    ) found ${cut.tail}`
}

/** Whether the space of `c` gives the member a role. Sets instead of joins: each is hashed once for the whole walk. */
export function visible({ role }: Viewer, needed: RoleName) {
  const strong = raw`strength >= ${least(needed)}`
  if (role === 'admin') return raw`true`
  const explicit = role === null ? raw`false` : raw`c.default_level = any(${rolesFrom(needed)}::text[])`
  return raw`case
    when c.space_id in (select scope_id from rule) then c.space_id in (select scope_id from rule where ${strong})
    when c.default_level <> 'inherit' then ${explicit}
    else c.default_scope in (select id from scope where ${strong}) end`
}

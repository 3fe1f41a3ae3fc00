import { rolesFrom, strengthOf, type Viewer } from '@quire/access'
import type { RoleName } from '@quire/contracts'
import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { ChangeRequestStatus } from '../../tables/change-requests.entity.ts'

/** Filter of a list of change requests. */
export interface ChangeRequestFilter {
  status: ChangeRequestStatus
  creator?: string | undefined
  contributor?: string | undefined
  /** Selects the change requests that wait for a review of this person. */
  reviewer?: string | undefined
}

/** A filtered list of change requests, as one member sees it. */
export interface ChangeRequestQuery extends ChangeRequestFilter {
  member: Viewer
}

/** Restricts each subquery: a condition on `c`, and the end of the statement. */
export interface ChangeRequestCut {
  after: RawBuilder<unknown>
  tail: RawBuilder<unknown>
  /**
   * Optimization fence: `offset 0` makes the planner read a subquery row by row, in its order; without it the planner
   * may join it whole.
   */
  fence: RawBuilder<unknown>
}

/**
 * Selects the ids of matching change requests that the member may read: disjoint subqueries, each with its own index.
 */
export function visibleIds(query: ChangeRequestQuery, cut: ChangeRequestCut): RawBuilder<unknown> {
  const { member } = query
  if (isOfPerson(query)) return ofPerson(query, cut)
  if (member.role === 'admin') return inOrganization(query, cut)
  const parts = [onInheritedLevels(query, cut), onGrantedSpaces(query, cut)]
  // An explicit default level does not apply to guests.
  if (member.role !== null) parts.push(onExplicitLevels(query, cut))
  return raw.join(
    parts.map((part) => raw`(${part})`),
    raw` union all `,
  )
}

export const isOfPerson = ({ creator, contributor, reviewer }: ChangeRequestFilter) =>
  creator !== undefined || contributor !== undefined || reviewer !== undefined
const minStrength = (level: RoleName) => raw.lit(strengthOf(level))

/** Excludes change requests of deleted spaces. Few spaces are deleted, so one set serves the whole scan. */
const live = ({ member }: ChangeRequestQuery) => raw`
  c.space_id not in (select id from space where organization_id = ${member.organizationId} and deleted_at is not null)`
/** Excludes spaces with a grant of their own from the subqueries on default levels. */
const notGranted = raw`c.space_id not in (select scope_id from rule)`

export const matching = (query: ChangeRequestQuery, { after }: ChangeRequestCut) => raw`
  ${raw.lit(!query.member.disabled)} and c.organization_id = ${query.member.organizationId}
  and c.status = ${query.status} and ${live(query)} ${after}`

function inOrganization(query: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`select c.id from change_request c where ${matching(query, cut)} ${cut.tail}`
}

function onInheritedLevels(query: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from scope cross join lateral (
      select c.id from change_request c where c.default_scope = scope.id and ${notGranted} and ${matching(query, cut)} ${cut.tail}
    ) c where scope.strength >= ${minStrength('read')}`
}

function onGrantedSpaces(query: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from rule cross join lateral (
      select c.id from change_request c where c.space_id = rule.scope_id and ${matching(query, cut)} ${cut.tail}
    ) c where rule.strength >= ${minStrength('read')} and rule.scope_kind = 'space'`
}

function onExplicitLevels(query: ChangeRequestQuery, cut: ChangeRequestCut) {
  return raw`
    select c.id from unnest(${rolesFrom('read')}::text[]) readable (level) cross join lateral (
      select c.id from change_request c
      where c.default_level = readable.level and c.default_level <> 'inherit'
        and ${notGranted} and ${matching(query, cut)} ${cut.tail}
    ) c`
}

/**
 * Selects the change requests of one person that the member may read, newest first. A comment counts as a contribution
 * only if the member may see the discussion.
 */
function ofPerson(query: ChangeRequestQuery, cut: ChangeRequestCut) {
  const { member, creator, contributor, reviewer } = query
  const created = creator === undefined ? raw`` : raw`and c.created_by = ${creator}`
  if (contributor !== undefined) {
    const asked = reviewer === undefined ? raw`` : raw`and ${isAsked(reviewer)}`
    const contributions = raw`
      select c.id, bool_or(c.action_type = 'edit') as edited
      from (select change_request_id as id, user_id, action_type from change_request_contributor) c
      where c.user_id = ${contributor} ${cut.after} group by c.id order by c.id desc ${cut.fence}`
    const isSeen = raw`(part.edited or ${visible(member, 'comment')})`
    return among(contributions, raw`${created} ${asked} and ${isSeen}`, query, cut)
  }
  if (reviewer !== undefined) {
    const requests = raw`
      select c.id, true as edited from (select change_request_id as id, user_id from change_request_reviewer) c
      where c.user_id = ${reviewer} ${cut.after} order by c.id desc ${cut.fence}`
    return among(requests, created, query, cut)
  }
  return raw`
    select c.id from change_request c where ${matching(query, cut)} ${created} and ${visible(member, 'read')} ${cut.tail}`
}

/** Condition that a review of `c` by this person is waited for. */
export const isAsked = (reviewer: string) => raw<SqlBool>`exists (
  select from change_request_reviewer asked where asked.change_request_id = c.id and asked.user_id = ${reviewer})`

/** Selects those of a person's rows (`id`, `edited`), one after the other, whose change requests fit a condition as well. */
function among(
  rows: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  query: ChangeRequestQuery,
  cut: ChangeRequestCut,
) {
  return raw`
    select c.id from (${rows}) c cross join lateral (
      select from (select c.id as wanted, c.edited) part join change_request c on c.id = part.wanted
      where ${matching(query, cut)} ${condition} and ${visible(query.member, 'read')}
      ${cut.fence}
    ) found ${cut.tail}`
}

/**
 * Condition that the space of `c` gives the member a role. Uses sets instead of joins: each is hashed once per scan.
 */
export function visible({ role }: Viewer, needed: RoleName) {
  const strong = raw`strength >= ${minStrength(needed)}`
  if (role === 'admin') return raw`true`
  const explicit = role === null ? raw`false` : raw`c.default_level = any(${rolesFrom(needed)}::text[])`
  return raw`case
    when c.space_id in (select scope_id from rule) then c.space_id in (select scope_id from rule where ${strong})
    when c.default_level <> 'inherit' then ${explicit}
    else c.default_scope in (select id from scope where ${strong}) end`
}

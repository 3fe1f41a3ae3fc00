import { type RoleName, roles } from '@quire/contracts'
import { type RawBuilder, sql } from 'kysely'
import { strength, strengthOf } from './levels.ts'

/** Roles of members who are neither administrators nor guests. */
const plainRoles = roles.filter((role) => role !== 'admin')

/**
 * Common table expressions over `asked` and `chain`: `rule_scope`, `team_rule` and `rest`, which hold all rules that can
 * decide. Each row names the rules that precede it: rules for a person on the scopes `nearer`, and rules of the teams
 * `better`.
 */
export const deciders = sql`
    scope as materialized (
      select id, organization_id, depth, default_level,
        (select true from access_grant g where g.scope_id = chain.id and g.subject_kind = 'member'
          order by g.subject_id limit 1) as names_people
      from chain
      where depth <= coalesce((select min(depth) from chain where default_level <> 'inherit'), depth)
    ),
    given as materialized (
      select scope.id as scope_id, scope.organization_id, scope.depth, t.id as team_id, ${strength(sql`g.role`)} as strength
      from scope
      join access_grant g on g.scope_id = scope.id and g.subject_kind = 'team'
      join team t on t.id = g.subject_id
    ),
    rule_scope as materialized (
      select id, organization_id,
        array(select id from scope where names_people and depth < it.depth) as nearer,
        array(select team_id from given where depth < it.depth) as better
      from scope it
    ),
    team_rule as materialized (
      select scope_id, organization_id, team_id, strength,
        array(select id from scope where names_people and depth <= it.depth) as nearer,
        array(select team_id from given
          where (depth, -strength, team_id) < (it.depth, -it.strength, it.team_id)) as better
      from given it
    ),
    rest as materialized (
      select asked.organization_id, held.role, decider.id as scope_id,
        coalesce(${strength(sql`decider.default_level`)}, ${strength(sql`held.role`)}) as strength,
        array(select id from scope where names_people) as nearer, array(select team_id from given) as better
      from asked cross join unnest(${plainRoles}::text[]) held (role)
      left join (select id, default_level from scope where default_level <> 'inherit' order by depth limit 1) decider on true
      where case when decider.id is null then exists (select from chain where parent_id is null)
        else decider.default_level <> 'none' end
    )`

interface PeopleCut {
  role?: RoleName | undefined
  after?: string | undefined
  limit: number
}

/**
 * Selects `(id, user_id, strength, source, scope_id, team_id)` of the members with a level on the scope. Finds each
 * member once, by the rule that decides. The members of each rule are read in the order of an index and limited
 * separately, so that members without access and members on other pages cost nothing.
 */
export function people(cut: PeopleCut): RawBuilder<unknown> {
  const branches = [administrators(cut), inPerson(cut), byTeam(cut), byRole(cut)]
  return sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )
}

const tail = (key: string, { after, limit }: PeopleCut) =>
  sql`${after === undefined ? sql`` : sql`and ${sql.ref(key)} > ${after}`} order by ${sql.ref(key)} limit ${limit}`
/** The condition that a rule's strength `number` is that of the requested role, or any but `none`. */
const wanted = (number: RawBuilder<unknown>, { role }: PeopleCut) =>
  role === undefined ? sql`${number} > ${sql.lit(strengthOf('none'))}` : sql`${number} = ${sql.lit(strengthOf(role))}`

/** Selects administrators, whose level no rule changes. */
function administrators(cut: PeopleCut) {
  const strongest = sql.lit(strengthOf('admin'))
  return sql`
    select m.id, m.user_id, ${strongest} as strength, 'organization' as source, null::text as scope_id, null::text as team_id
    from member m
    where m.organization_id = (select organization_id from asked) and m.role = 'admin' and not m.disabled
      and ${wanted(strongest, cut)} ${tail('m.id', cut)}`
}

/**
 * The condition on members whom rules can decide. Administrators are a branch of their own, and disabled members have no
 * level. The condition is not `not disabled`: each `m` is known by its id, and the planner would look it up in the index
 * `member_role`, through all roles.
 */
const ruled = (by: string) =>
  sql`m.organization_id = ${sql.ref(`${by}.organization_id`)} and m.disabled is not true and m.role is distinct from 'admin'`

function inPerson(cut: PeopleCut) {
  return sql`
    select named.id, named.user_id, named.strength, 'user', rule_scope.id, null
    from rule_scope cross join lateral (
      select m.id, m.user_id, ${strength(sql`g.role`)} as strength
      from access_grant g join member m on m.id = g.subject_id and ${ruled('rule_scope')}
      where g.scope_id = rule_scope.id and g.subject_kind = 'member' and ${wanted(strength(sql`g.role`), cut)}
        and ${undecidedBefore('rule_scope')} ${tail('g.subject_id', cut)}
    ) named`
}

/** Selects members by their teams. Of several teams on one scope the strongest decides; of equal ones, the first by id. */
function byTeam(cut: PeopleCut) {
  return sql`
    select named.id, named.user_id, team_rule.strength, 'team', team_rule.scope_id, team_rule.team_id
    from team_rule cross join lateral (
      select m.id, m.user_id
      from team_member tm join member m on m.id = tm.member_id and ${ruled('team_rule')}
      where tm.team_id = team_rule.team_id and ${undecidedBefore('team_rule')} ${tail('tm.member_id', cut)}
    ) named
    where ${wanted(sql`team_rule.strength`, cut)}`
}

function byRole(cut: PeopleCut) {
  return sql`
    select held.id, held.user_id, rest.strength, case when rest.scope_id is null then 'organization' else 'default-level' end,
      rest.scope_id, null
    from rest cross join lateral (
      select m.id, m.user_id
      from member m
      where m.organization_id = rest.organization_id and m.role = rest.role and not m.disabled
        and ${undecidedBefore('rest')} ${tail('m.id', cut)}
    ) held
    where ${wanted(sql`rest.strength`, cut)}`
}

/**
 * The condition that no preceding rule names `m`. The subqueries yield values, so that the planner runs them only for the
 * members that it reads, never for all.
 */
const undecidedBefore = (by: string) => sql`(
    select true from access_grant g
    where g.subject_id = m.id and g.scope_id = any(${sql.ref(`${by}.nearer`)}) limit 1
  ) is null and (
    select true from team_member own
    where own.member_id = m.id and own.team_id = any(${sql.ref(`${by}.better`)}) limit 1
  ) is null`

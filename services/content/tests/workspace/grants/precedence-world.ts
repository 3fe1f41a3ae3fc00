import type { Level, LevelOrInherit } from '@quire/access'
import type { PeopleStep, PrecedenceCase, Role, RuleStep, ScopeRules, TeamName } from '@quire/access/testing'
import { member, organization, team, teamMember, user } from '@quire/contracts'
import type { World } from '../../world.ts'

type Kind = 'space' | 'collection'

const named = { space: 'Space', collection: 'Collection' } as const

/** An organization whose administrator is ada. */
export async function makeOrganization(world: World, organizationId: string) {
  await world.publishState(organization, { id: organizationId })
  await world.publishState(member, { id: `m-${organizationId}-ada`, organizationId, userId: 'ada', role: 'admin' })
}

/** Builds one case of the table in an organization: a person and teams of its own, and the scopes in question. */
export async function buildCase(world: World, organizationId: string, kind: Kind, number: number, one: PrecedenceCase) {
  const userId = `${kind}-${number}`
  let memberId = `m-${userId}`
  let version = 0
  let { role, disabled } = one
  const teams = { a: `${userId}-a`, b: `${userId}-b` }

  /** Does something as the administrator, which must succeed. */
  async function act(id: string, params: object, body?: object): Promise<string> {
    const { status, body: answer } = await world.send(id, {
      params: { organizationId, ...params },
      ...(body && { body }),
    })
    if (status >= 300) throw new Error(`${id} answered ${status}: ${JSON.stringify(answer)}`)
    return answer?.id
  }

  const publishMember = () => {
    version += 1
    return world.publishState(member, { id: memberId, version, organizationId, userId, role, disabled })
  }
  const publishMembership = (name: TeamName) =>
    world.publishState(teamMember, { teamId: teams[name], memberId, version: ++version, organizationId, userId })
  const removeMember = () => world.test.publishRemoval(member, memberId, ++version)

  async function setRules(at: Kind, id: string, rules: Omit<RuleStep, 'at'>) {
    const params = { [`${at}Id`]: id, userId, teamId: '' }
    const { default: defaultLevel, me, ...ofTeams } = rules
    if (defaultLevel !== undefined) await act(`update${named[at]}ById`, params, { defaultLevel: toRole(defaultLevel) })
    if (me === null) await act(`removeUserFrom${named[at]}`, params)
    else if (me) await act(`updateUserPermissionIn${named[at]}`, params, { role: toRole(me) })
    for (const [name, level] of Object.entries(ofTeams) as [TeamName, Level | null][]) {
      const ofTeam = { ...params, teamId: teams[name] }
      if (level === null) await act(`removeTeamFrom${named[at]}`, ofTeam)
      else await act(`updateTeamPermissionIn${named[at]}`, ofTeam, { role: toRole(level) })
    }
  }

  async function make(at: Kind, rules: ScopeRules, parent: string | undefined) {
    const id = await act(`create${named[at]}`, {}, parent ? { parent } : {})
    await setRules(at, id, rules)
    return id
  }

  /** Creates nested collections, given innermost first; returns their ids in the same order. */
  async function makeAround(scopes: ScopeRules[]): Promise<string[]> {
    const ids: string[] = []
    for (const rules of scopes.toReversed()) ids.unshift(await make('collection', rules, ids[0]))
    return ids
  }

  /** Publishes the person and the teams; content has applied the events before the scopes are created. */
  async function publishPeople() {
    await world.publishState(user, { id: userId, displayName: userId, email: `${userId}@example.com` })
    await publishMember()
    for (const id of Object.values(teams)) await world.publishState(team, { id, organizationId })
    for (const name of one.teams) await publishMembership(name)
  }

  /** Creates the scope in question and the collections around it, then applies the later steps. */
  async function makeScopes() {
    const [asked = {}, ...scopes] = one.scopes
    let around = await makeAround(scopes)
    const made = around
    const id = await make(kind, asked, around[0])
    for (const step of one.later) {
      if (typeof step === 'object' && 'move' in step) {
        around = await makeAround(step.move)
        await act(`move${named[kind]}`, { [`${kind}Id`]: id }, { parent: around[0] ?? null })
      } else if (typeof step === 'object' && 'delete' in step) {
        await act('deleteCollectionById', { collectionId: made[step.delete - 1] })
      } else if (typeof step === 'object' && 'at' in step) {
        const { at, ...rules } = step
        await (at === 0 ? setRules(kind, id, rules) : setRules('collection', around[at - 1] ?? '', rules))
      } else await publishStep(step)
    }
    return [id, ...around]
  }

  async function publishStep(step: PeopleStep) {
    if (step === 'remove') await removeMember()
    else if ('become' in step) await changeMember(step.become, disabled)
    else if ('disabled' in step) await changeMember(role, step.disabled)
    else if ('join' in step) await publishMembership(step.join)
    else if ('leave' in step) await world.test.publishRemoval(teamMember, `${teams[step.leave]}.${memberId}`, ++version)
    else if ('dissolve' in step) await world.test.publishRemoval(team, teams[step.dissolve], ++version)
    else {
      await removeMember()
      memberId = `${memberId}-again`
      await changeMember(step.comeBack, false)
    }
  }

  async function changeMember(nextRole: Role, isDisabled: boolean) {
    role = nextRole
    disabled = isDisabled
    await publishMember()
  }

  return { organizationId, userId, teams, publishPeople, makeScopes }
}

const toRole = (level: LevelOrInherit) => (level === 'none' ? null : level)

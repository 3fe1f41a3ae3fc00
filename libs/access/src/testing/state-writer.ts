import { collection, grant, member, type Noun, organization, space, team, teamMember } from '@quire/contracts'
import type { Projection } from '@quire/kit'
import type { Kysely } from 'kysely'
import type { ZodObject, z } from 'zod'
import { contentAccessProjections, memberProjections } from '../projections.ts'
import type { ProjectedAccessTables } from '../tables.ts'

const projections: readonly Projection[] = [...memberProjections, ...contentAccessProjections]

/** Creates a writer that saves states through the projections, completed from each noun's sample. */
export function stateWriter(db: Kysely<ProjectedAccessTables>) {
  const save = async <State extends ZodObject>(noun: Noun<State>, states: Partial<z.input<State>>[]) => {
    const complete = states.map((state) => noun.saved.data.parse({ ...noun.sample, ...state }))
    await projectionOf(noun.name).save(
      { sql: db as never, emit: () => undefined, afterCommit: () => undefined },
      complete,
    )
  }
  const remove = (noun: { name: string }, keys: string[]) =>
    projectionOf(noun.name).remove({ sql: db as never, emit: () => undefined, afterCommit: () => undefined }, keys)
  return {
    remove,
    organizations: (states: Partial<z.input<typeof organization.saved.data>>[]) => save(organization, states),
    members: (states: Partial<z.input<typeof member.saved.data>>[]) => save(member, states),
    teams: (states: Partial<z.input<typeof team.saved.data>>[]) => save(team, states),
    teamMembers: (states: Partial<z.input<typeof teamMember.saved.data>>[]) => save(teamMember, states),
    collections: (states: Partial<z.input<typeof collection.saved.data>>[]) => save(collection, states),
    spaces: (states: Partial<z.input<typeof space.saved.data>>[]) => save(space, states),
    grants: (states: Partial<z.input<typeof grant.saved.data>>[]) => save(grant, states),
  }
}

function projectionOf(name: string): Projection {
  const found = projections.find(({ noun }) => noun.name === name)
  if (!found) throw new Error(`${name} is not projected`)
  return found
}

import { defineEntity } from '@mikro-orm/postgresql'
import type { TeamMemberRole } from '@quire/contracts'

export const Team = defineEntity({
  name: 'Team',
  tableName: 'team',
  properties: (p) => ({
    id: p.text().primary(),
    version: p.integer().default(1),
    organizationId: p.text(),
    title: p.text(),
    members: p.integer().default(0),
    /** The name that the organization's provider of identities gave the team by SCIM. */
    externalId: p.text().nullable(),
    /** Content's counter; changes do not increase the version. */
    spaces: p.integer().default(0),
    createdAt: p.datetime(3).defaultRaw('now()'),
  }),
})

/** A member of a team. `version` is the team's at the time, so it also increases when a person leaves and comes back. */
export const TeamMember = defineEntity({
  name: 'TeamMember',
  tableName: 'team_member',
  properties: (p) => ({
    teamId: p.text().primary(),
    memberId: p.text().primary(),
    version: p.integer(),
    organizationId: p.text(),
    userId: p.text(),
    role: p.text().$type<TeamMemberRole>(),
  }),
})

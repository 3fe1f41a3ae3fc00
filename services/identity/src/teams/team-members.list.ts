import type { teamOperations } from '@quire/contracts'
import { type Input, keysetPage, listOf } from '@quire/kit'
import type { Context } from '../context.ts'
import { membersWithUsers, presentMemberRow } from '../members/members.present.ts'
import { requireTeam } from './teams.rules.ts'

type List = Input<typeof teamOperations.listTeamMembersInOrganizationById>

/** Returns a page of a team's members, longest in the organization first. */
export async function listTeamMembers(context: Context & List) {
  const { sql, page, cursors, publicUrl } = context
  const team = await requireTeam(context)
  const listed = membersWithUsers(sql)
    .innerJoin('team_member', 'team_member.member_id', 'member.id')
    .where('team_member.team_id', '=', team.id)
    .select('team_member.role as team_role')
  return listOf({
    page,
    cursors,
    rows: await keysetPage(listed, page, ['team_member.member_id']).execute(),
    present: (row) => ({
      organization: presentMemberRow(row, publicUrl),
      team: { role: row.team_role },
      permissions: { view: true },
    }),
    after: (row) => [row.id],
    count: async () => team.members,
  })
}

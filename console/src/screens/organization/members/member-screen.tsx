import type { Member } from '@quire/contracts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '../../../api/queries.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button } from '../../../parts/button.tsx'
import { Person } from '../../../parts/person.tsx'
import { Read } from '../../../parts/read.tsx'
import rows from '../../../parts/rows.module.css'
import { SavedChoice } from '../../../parts/saved-choice.tsx'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { roleOf, roleOptions } from '../frame/roles.ts'
import { memberQuery, useOrganization } from '../frame/use-organization.ts'
import { Leave } from './leave.tsx'
import { MemberAccess } from './member-access.tsx'
import { useMemberActions } from './member-actions.tsx'
import { memberTeamsQuery } from './members-queries.ts'

/** A member: who they are, their teams, what they can see, and why. */
export function MemberScreen() {
  const words = useWordsOf('organization')
  const organization = useOrganization()
  const navigate = useNavigate()
  const { userId } = useParams({ from: '/signed-in/frame/o/$organizationId/administration/members/$userId' })
  const { data: member } = useSuspenseQuery(memberQuery(organization.id, userId))
  const { data: me } = useSuspenseQuery(meQuery)
  const params = { organizationId: organization.id }
  const onRemoved = () => void navigate({ to: '/o/$organizationId/members', params })
  const { change, setRole, entries, dialog } = useMemberActions(member, organization, onRemoved)
  const isSelf = me.id === userId
  const mayChange = organization.permissions.admin && !isSelf
  return (
    <Screen title={member.user.displayName} heading={<Person person={member.user} />}>
      <Facts member={member}>
        {mayChange ? (
          <SavedChoice
            label={words.role}
            hint={words.roleHints[member.role ?? 'guest']}
            value={member.role ?? 'guest'}
            options={roleOptions(words)}
            onChoose={(role) => setRole(roleOf(role))}
          />
        ) : (
          <p>
            {words.roles[member.role ?? 'guest']}. {words.roleHints[member.role ?? 'guest']}
          </p>
        )}
        {mayChange && (
          <div className={rows.tools}>
            {entries.map(({ label, isDangerous, run }) => (
              <Button key={label} kind={isDangerous ? 'danger' : 'plain'} onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        )}
        {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      </Facts>
      <MemberTeams organizationId={organization.id} userId={userId} />
      {(organization.permissions.admin || isSelf) && <MemberAccess organization={organization} member={member} />}
      {isSelf && <Leave organization={organization} userId={userId} label={words.leave} />}
      {dialog}
    </Screen>
  )
}

function Facts({ member, children }: { member: Member; children: ReactNode }) {
  const words = useWordsOf('organization')
  return (
    <div className={facts.facts}>
      <p className={rows.detail}>
        {member.user.email} · {words.joined} <Time at={member.joinedAt} />
        {member.lastSeenAt && (
          <>
            {' · '}
            {words.lastSeen} <Time at={member.lastSeenAt} />
          </>
        )}
      </p>
      <p className={facts.badges}>
        {member.disabled && <Badge kind="warning">{words.disabled}</Badge>}
        {member.sso && <Badge kind="info">{words.singleSignOn}</Badge>}
      </p>
      {children}
    </div>
  )
}

function MemberTeams({ organizationId, userId }: { organizationId: string; userId: string }) {
  const words = useWordsOf('organization')
  const teams = useQuery(memberTeamsQuery(organizationId, userId))
  return (
    <Section title={words.teams}>
      <Read of={teams}>
        {(found) =>
          found.length === 0 ? (
            <p className={rows.detail}>{words.inNoTeam}</p>
          ) : (
            <ul className={rows.rows}>
              {found.map(({ team, member }) => (
                <li key={team.id}>
                  <Link
                    to="/o/$organizationId/teams/$teamId"
                    params={{ organizationId, teamId: team.id }}
                    className={rows.row}
                  >
                    <span className={rows.main}>
                      <span className={rows.title}>{team.title}</span>
                    </span>
                    <span className={rows.aside}>
                      {member.role === 'owner' && <Badge>{words.teamRoles.owner}</Badge>}
                      {words.membersCount(team.members)}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Section>
  )
}

import { faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Organization, Team } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Avatar } from '../../../parts/person.tsx'
import { Read } from '../../../parts/read.tsx'
import rows from '../../../parts/rows.module.css'
import { SavedChoice } from '../../../parts/saved-choice.tsx'
import { Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useUndo } from '../../../parts/undo.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { membersKey } from '../members/members-queries.ts'
import PickPeople from '../sharing/pick-people.tsx'
import { teamMembersQuery, teamsKey } from './teams-queries.ts'

const at = '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}' as const

/** The members of a team; its owners and administrators change who is in it. */
export function TeamMembers({ organization, team }: { organization: Organization; team: Team }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const organizationId = organization.id
  const members = useQuery(teamMembersQuery(organizationId, team.id))
  const [isAdding, setAdding] = useState(false)
  const [offer, undo] = useUndo()
  const mayChange = team.permissions.admin
  const params = (userId: string) => ({ organizationId, teamId: team.id, userId })
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: teamsKey(organizationId) })
    await queries.invalidateQueries({ queryKey: membersKey(organizationId) })
  }
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: refresh })
  const setRole = (userId: string, role: 'owner' | 'member') => () =>
    api.put(at, { params: params(userId), body: { role } })
  const remove = (userId: string, name: string, role: 'owner' | 'member') =>
    change.mutate(async () => {
      await api.delete(at, { params: params(userId) })
      offer(words.removedFromTeam(name), async () => {
        await setRole(userId, role)()
        await refresh()
      })
    })
  const add = async (people: string[]) => {
    await api.put('/v1/orgs/{organizationId}/teams/{teamId}/members', {
      params: { organizationId, teamId: team.id },
      body: { add: people },
    })
    await refresh()
    setAdding(false)
  }
  return (
    <Section
      title={words.membersCount(team.members)}
      aside={mayChange && <Button onClick={() => setAdding(true)}>{words.addPeople}</Button>}
    >
      {undo}
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      <Read of={members}>
        {(people) =>
          people.length === 0 ? (
            <p className={rows.detail}>{words.noTeamMembers}</p>
          ) : (
            <ul className={rows.rows}>
              {people.map(({ organization: { user }, team: { role } }) => (
                <li key={user.id} className={rows.row}>
                  <Avatar person={user} />
                  <span className={rows.main}>
                    <Link
                      to="/o/$organizationId/members/$userId"
                      params={{ organizationId, userId: user.id }}
                      className={rows.title}
                    >
                      {user.displayName}
                    </Link>
                    <span className={rows.detail}>{user.email}</span>
                  </span>
                  <span className={rows.aside}>
                    {mayChange ? (
                      <SavedChoice
                        label={words.roleInTeam(user.displayName)}
                        hidesLabel
                        value={role}
                        options={[
                          ['owner', words.teamRoles.owner],
                          ['member', words.teamRoles.member],
                        ]}
                        onChoose={(chosen) =>
                          change.mutateAsync(setRole(user.id, chosen === 'owner' ? 'owner' : 'member'))
                        }
                      />
                    ) : (
                      words.teamRoles[role]
                    )}
                    {mayChange && (
                      <IconButton
                        icon={faXmark}
                        label={words.removeThis(user.displayName)}
                        onClick={() => remove(user.id, user.displayName, role)}
                      />
                    )}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {isAdding && (
        <PickPeople
          organizationId={organization.id}
          draft={`team/${team.id}`}
          title={words.addPeople}
          action={words.add}
          without={members.data?.map(({ organization: { id } }) => id)}
          onPick={({ users }) => add(users)}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}

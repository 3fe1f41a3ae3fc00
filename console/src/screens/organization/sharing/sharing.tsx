import { faUserGroup, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Member, Organization } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Avatar } from '../../../parts/person.tsx'
import { Read } from '../../../parts/read.tsx'
import rows from '../../../parts/rows.module.css'
import { SavedChoice } from '../../../parts/saved-choice.tsx'
import { Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useUndo } from '../../../parts/undo.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { Everybody } from './everybody.tsx'
import { InviteGuests } from './invite-guests.tsx'
import PickPeople from './pick-people.tsx'
import { grantsOf, grantsQuery, type Scope } from './sharing-queries.ts'

/** Who sees a space or collection: people and teams with a level on it, and everybody else with the rule that lets them in. */
export function Sharing({ scope, organization }: { scope: Scope; organization: Organization }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const shared = useQuery(grantsQuery(scope))
  const [open, setOpen] = useState<'people' | 'link'>()
  const [offer, undo] = useUndo()
  const calls = grantsOf(scope)
  // A rule on a collection counts in its spaces too.
  const refresh = () => queries.invalidateQueries({ queryKey: ['sharing'] })
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: refresh })
  const close = () => setOpen(undefined)
  const undone = (one: GrantEntry) => async () => {
    await one.set(one.level)
    await refresh()
  }
  const entry = (one: GrantEntry) => (
    <GrantRow
      key={one.id}
      {...one}
      onChange={(level) =>
        change.mutateAsync(async () => {
          await one.set(level)
          // Whoever has no access is not in the list.
          if (level === null) offer(words.accessRemoved(one.name), undone(one))
        })
      }
      onRemove={() =>
        change.mutate(async () => {
          await one.remove()
          offer(words.accessRemoved(one.name), undone(one))
        })
      }
    />
  )
  return (
    <Section
      title={words.sharedWith}
      aside={
        <span className={rows.aside}>
          {organization.permissions.admin && organization.inviteLinks && (
            <Button onClick={() => setOpen('link')}>{words.inviteGuests}</Button>
          )}
          {organization.permissions.listMembers && <Button onClick={() => setOpen('people')}>{words.share}</Button>}
        </span>
      }
    >
      {undo}
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      <Read of={shared}>
        {({ users, teams }) =>
          users.length + teams.length === 0 ? (
            <p className={rows.detail}>{words.sharedWithNobody}</p>
          ) : (
            <ul className={rows.rows}>
              {teams.map(({ team, permission }) =>
                entry({
                  id: team.id,
                  name: team.title,
                  detail: words.membersCount(team.members),
                  symbol: (
                    <span className={rows.symbol}>
                      <Icon icon={faUserGroup} />
                    </span>
                  ),
                  level: permission,
                  set: (level) => calls.setTeam(team.id, level),
                  remove: () => calls.removeTeam(team.id),
                }),
              )}
              {users.map(({ user, permission }) =>
                entry({
                  id: user.id,
                  name: user.displayName,
                  detail: user.email,
                  symbol: <Avatar person={user} />,
                  level: permission,
                  set: (level) => calls.setUser(user.id, level),
                  remove: () => calls.removeUser(user.id),
                }),
              )}
            </ul>
          )
        }
      </Read>
      <Everybody scope={scope} organization={organization} />
      {open === 'people' && (
        <PickPeople
          organizationId={organization.id}
          draft={`${scope.kind}/${scope.id}`}
          title={words.share}
          action={words.share}
          withTeams
          withLevel
          onPick={async ({ users, teams, level }) => {
            await calls.give({ role: level, ...(users.length > 0 && { users }), ...(teams.length > 0 && { teams }) })
            await refresh()
            close()
          }}
          onClose={close}
        />
      )}
      {open === 'link' && <InviteGuests scope={scope} organization={organization} onClose={close} />}
    </Section>
  )
}

interface GrantEntry {
  id: string
  name: string
  detail: string | undefined
  symbol: ReactNode
  level: Member['role']
  set: (level: Member['role']) => Promise<unknown>
  remove: () => Promise<unknown>
}

function GrantRow({
  name,
  detail,
  symbol,
  level,
  onChange,
  onRemove,
}: GrantEntry & { onChange: (level: Member['role']) => Promise<unknown>; onRemove: () => void }) {
  const words = useWordsOf('organization')
  return (
    <li className={rows.row}>
      {symbol}
      <span className={rows.main}>
        <span className={rows.title}>{name}</span>
        <span className={rows.detail}>{detail}</span>
      </span>
      <span className={rows.aside}>
        <SavedChoice
          label={words.levelOf(name)}
          hidesLabel
          value={level ?? 'none'}
          options={levelOptions(words)}
          onChoose={(chosen) => onChange(roleOf(chosen))}
        />
        <IconButton icon={faXmark} label={words.removeAccess(name)} onClick={onRemove} />
      </span>
    </li>
  )
}

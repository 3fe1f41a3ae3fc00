import type { Member } from '@quire/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { useMembers } from '../members/members-queries.ts'
import { teamsQuery } from '../teams/teams-queries.ts'
import styles from './pick-people.module.css'

interface Picked {
  users: string[]
  teams: string[]
  level: Member['role']
}

interface PickPeopleProps {
  organizationId: string
  title: string
  /** The label of the button. */
  action: string
  withTeams?: boolean
  /** True if they get a level on something. */
  withLevel?: boolean
  /** Ids of people who are not offered. */
  without?: readonly string[]
  onPick: (picked: Picked) => Promise<unknown>
  onClose: () => void
}

const typingMs = 150

/** Chooses people and teams of an organization: typing finds them, the space bar marks them. */
export default function PickPeople(props: PickPeopleProps) {
  const { organizationId, title, action, withTeams = false, withLevel = false, without = [], onPick, onClose } = props
  const words = useWordsOf('organization')
  const [search, setSearch] = useState('')
  const [marked, setMarked] = useState<readonly string[]>([])
  const [level, setLevel] = useState('read')
  const found = useMembers(organizationId, { search: useSettled(search, typingMs), role: '' })
  const { data: teams = [] } = useQuery({ ...teamsQuery(organizationId), enabled: withTeams })
  const wanted = search.trim().toLowerCase()
  const options = [
    ...(withTeams ? teams : [])
      .filter((team) => team.title.toLowerCase().includes(wanted))
      .map((team) => ({ key: `team/${team.id}`, name: team.title, detail: words.membersCount(team.members) })),
    ...found.items
      .filter(({ id, disabled }) => !without.includes(id) && !disabled)
      .map(({ id, user }) => ({ key: `user/${id}`, name: user.displayName, detail: user.email ?? '' })),
  ]
  const idsOf = (kind: string) =>
    marked.filter((key) => key.startsWith(`${kind}/`)).map((key) => key.slice(kind.length + 1))
  const pick = useMutation({
    mutationFn: () => onPick({ users: idsOf('user'), teams: idsOf('team'), level: roleOf(level) }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pick.mutate()
  }
  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={withTeams ? words.findPeopleAndTeams : words.findMember}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          autoFocus
        />
        <ul className={styles.options}>
          {options.map(({ key, name, detail }) => (
            <li key={key}>
              <label className={styles.option}>
                <input
                  type="checkbox"
                  checked={marked.includes(key)}
                  onChange={({ target }) =>
                    setMarked(target.checked ? [...marked, key] : marked.filter((one) => one !== key))
                  }
                />
                <span>{name}</span>
                <small>{detail}</small>
              </label>
            </li>
          ))}
        </ul>
        {found.error && <Notice>{refusalText(found.error, words)}</Notice>}
        {found.isSuccess && options.length === 0 && <p>{words.noMembersFound}</p>}
        {withLevel && (
          <Choice
            label={words.level}
            hint={words.levelHints[level as keyof typeof words.levelHints]}
            value={level}
            options={levelOptions(words)}
            onChange={({ target }) => setLevel(target.value)}
          />
        )}
        {pick.error && <Notice>{refusalText(pick.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={pick.isPending} disabled={marked.length === 0}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

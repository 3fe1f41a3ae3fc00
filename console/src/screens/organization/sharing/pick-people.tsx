import type { Member, Space } from '@quire/contracts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { More } from '../../../parts/more.tsx'
import { refusalAt } from '../../../parts/refusals.ts'
import { Loading, Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useSettled } from '../../../parts/use-settled.ts'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { useMembers } from '../members/members-queries.ts'
import { teamsQuery } from '../teams/teams-queries.ts'
import styles from './pick-people.module.css'
import { readersQuery } from './sharing-queries.ts'

interface Picked {
  users: string[]
  teams: string[]
  level: Member['role']
}

interface PickPeopleProps {
  organizationId: string
  /** The name under which the choices are kept on this device. */
  draft: string
  title: string
  /** The label of the button. */
  action: string
  /** A space that everybody who is chosen must see. */
  space?: Space
  withTeams?: boolean
  /** True if one person alone is chosen. */
  isSingle?: boolean
  /** True if they get a level on something. */
  withLevel?: boolean
  /** Ids of people who are not offered. */
  without?: readonly string[]
  onPick: (picked: Picked) => Promise<unknown>
  onClose: () => void
}

/** Somebody who can be chosen, or a team. */
interface Option {
  key: string
  name: string
  detail: string
}

interface Choices {
  marked: readonly Option[]
  level: string
}

const typingMs = 150
/** Readers of a space that are shown without typing. Nobody reads more names; typing finds the others. */
const maxShown = 100

/** Chooses people and teams of an organization: typing finds them, the space bar marks them. */
export default function PickPeople(props: PickPeopleProps) {
  const { organizationId, draft, title, action, space, withTeams = false, withLevel = false, without = [] } = props
  const { isSingle = false, onPick, onClose } = props
  const words = useWordsOf('organization')
  const [search, setSearch] = useState('')
  const { form, change, clear } = useFormDraft<Choices>(`people/${draft}`, { marked: [], level: 'read' })
  const { level } = form
  // Somebody who was marked earlier may have been added meanwhile.
  const marked = form.marked.filter(({ key }) => !without.some((id) => key === `user/${id}`))
  const setMarked = (marked: readonly Option[]) => change({ marked })
  const found = usePeople({ organizationId, search, space, without })
  const teams = useQuery({ ...teamsQuery(organizationId), enabled: withTeams })
  const wanted = search.trim().toLowerCase()
  const offered = [
    ...(withTeams ? (teams.data ?? []) : [])
      .filter((team) => team.title.toLowerCase().includes(wanted))
      .map((team) => ({ key: `team/${team.id}`, name: team.title, detail: words.membersCount(team.members) })),
    ...found.people.map(({ id, displayName, email = '' }) => ({ key: `user/${id}`, name: displayName, detail: email })),
  ]
  const isAmong = (options: readonly Option[]) => (option: Option) => options.some(({ key }) => key === option.key)
  const isMarked = isAmong(marked)
  // Keeps whoever is marked in sight, whatever is searched.
  const options = [...marked.filter((option) => !isAmong(offered)(option)), ...offered]
  const error = found.error ?? teams.error
  const pick = useMutation({
    mutationFn: (chosen: readonly Option[]) =>
      onPick({ users: idsOf(chosen, 'user'), teams: idsOf(chosen, 'team'), level: roleOf(level) }),
    onSuccess: clear,
  })
  const discard = () => {
    clear()
    onClose()
  }
  const refused = ofKind(pick.variables ?? [], 'user').find((_, at) => refusalAt(pick.error, `users.${at}`, words))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    pick.mutate(marked)
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
          {options.map((option) => (
            <li key={option.key}>
              <label className={styles.option}>
                <input
                  type={isSingle ? 'radio' : 'checkbox'}
                  name={isSingle ? 'person' : undefined}
                  checked={isMarked(option)}
                  onChange={({ target }) => {
                    const others = isSingle ? [] : marked.filter(({ key }) => key !== option.key)
                    setMarked(target.checked ? [...others, option] : others)
                  }}
                />
                <span>{option.name}</span>
                <small>{option.detail}</small>
              </label>
            </li>
          ))}
        </ul>
        {error && <Notice>{refusalText(error, words)}</Notice>}
        {!error && found.isWaiting && <Loading />}
        {!error && !found.isWaiting && options.length === 0 && (
          <p>
            {words.noMembersFound} {words.foundOnceSignedIn}
          </p>
        )}
        {found.list && found.people.length > 0 && <More list={found.list} />}
        {withLevel && (
          <Choice
            label={words.level}
            hint={words.levelHints[level as keyof typeof words.levelHints]}
            value={level}
            options={levelOptions(words)}
            onChange={({ target }) => change({ level: target.value })}
          />
        )}
        {pick.error && (
          <Notice>{space && refused ? words.seesNoSpace(refused.name) : refusalText(pick.error, words)}</Notice>
        )}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={pick.isPending} disabled={marked.length === 0}>
            {action}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

interface WantedPeople {
  organizationId: string
  search: string
  space: Space | undefined
  without: readonly string[]
}

interface FoundPeople {
  people: Member['user'][]
  error: unknown
  /** True until there is somebody, or it is known that there is nobody. */
  isWaiting: boolean
  /** The list that has more of them. */
  list?: Parameters<typeof More>[0]['list']
}

/**
 * Returns the people whose names or addresses hold a text: those who see a space, if one is given and the person may know
 * who does; otherwise those of the organization.
 */
function usePeople({ organizationId, search, space, without }: WantedPeople): FoundPeople {
  const settled = useSettled(search, typingMs)
  const knowsReaders = space?.permissions.admin === true
  const readers = useQuery({ ...readersQuery(space?.id ?? ''), enabled: knowsReaders })
  const members = useMembers(organizationId, { search: settled, role: '' }, !knowsReaders)
  const offered = members.items.filter(({ id, disabled }) => !disabled && !without.includes(id)).map(({ user }) => user)
  const { hasNextPage, isFetching, isError, fetchNextPage } = members
  // Everybody of a page may be among those who are not offered.
  const isLackingAll = !knowsReaders && offered.length === 0 && hasNextPage
  useEffect(() => {
    if (isLackingAll && !isFetching && !isError) void fetchNextPage()
  }, [isLackingAll, isFetching, isError, fetchNextPage])
  if (!knowsReaders)
    return { people: offered, error: members.error, isWaiting: members.isPending || isLackingAll, list: members }
  const wanted = search.trim().toLowerCase()
  const holds = (text = '') => text.toLowerCase().includes(wanted)
  const people = (readers.data ?? []).filter(
    ({ id, displayName, email }) => !without.includes(id) && (holds(displayName) || holds(email)),
  )
  return { people: people.slice(0, maxShown), error: readers.error, isWaiting: readers.isPending }
}

const ofKind = (options: readonly Option[], kind: string) => options.filter(({ key }) => key.startsWith(`${kind}/`))
const idsOf = (options: readonly Option[], kind: string) =>
  ofKind(options, kind).map(({ key }) => key.slice(kind.length + 1))

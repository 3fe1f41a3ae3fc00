import { faUser, faXmark } from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { organizationQuery } from '../../api/queries.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { Choice } from '../../parts/field.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './change-list.module.css'

const PickPeople = lazy(() => import('../organization/sharing/pick-people.tsx'))

interface PersonFilterProps {
  organizationId: string
  /** The id of the person who is chosen. */
  person: string | undefined
  /** True if the person has contributed; otherwise they have begun the change requests. */
  isContributor: boolean
  onChoose: (person: string | undefined, isContributor: boolean) => void
}

/** Chooses a person whose change requests are listed, and what the person did in them. */
export function PersonFilter({ organizationId, person, isContributor, onChoose }: PersonFilterProps) {
  const words = useWordsOf('changes')
  const name = useNameOf(organizationId, person)
  if (person === undefined)
    return <PersonButton organizationId={organizationId} onPick={(id) => onChoose(id, isContributor)} />
  return (
    <span className={styles.check}>
      <Choice
        label={words.byPerson}
        hidesLabel
        value={String(isContributor)}
        options={[
          ['false', words.begunBy(name)],
          ['true', words.contributedBy(name)],
        ]}
        onChange={({ target }) => onChoose(person, target.value === 'true')}
      />
      <IconButton icon={faXmark} label={words.byEverybody} onClick={() => onChoose(undefined, false)} />
    </span>
  )
}

/** Offers the people of the organization; nothing to whoever may not know them. */
function PersonButton({ organizationId, onPick }: { organizationId: string; onPick: (person: string) => void }) {
  const words = useWordsOf('changes')
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!organization?.permissions.listMembers) return null
  return (
    <>
      <Button kind="quiet" icon={faUser} onClick={() => setOpen(true)}>
        {words.byPerson}
      </Button>
      {isOpen && (
        <Suspense>
          <PickPeople
            organizationId={organizationId}
            draft={`changes/${organizationId}`}
            title={words.byPerson}
            action={words.choosePerson}
            isSingle
            onPick={async ({ users: [person] }) => {
              close()
              if (person !== undefined) onPick(person)
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** Returns the name of a member; an ellipsis until it is known, and for somebody who is no member any more. */
function useNameOf(organizationId: string, person: string | undefined): string {
  const { data } = useQuery({
    queryKey: ['members', organizationId, 'one', person],
    queryFn: ({ signal }) => {
      const params = { organizationId, userId: person ?? '' }
      return api.get('/v1/orgs/{organizationId}/members/{userId}', { params, signal })
    },
    enabled: person !== undefined,
  })
  return data?.user.displayName || data?.user.email || '…'
}

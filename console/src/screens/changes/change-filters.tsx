import { useNavigate } from '@tanstack/react-router'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './change-list.module.css'
import { statuses } from './changes-queries.ts'
import type { ChangesSearch } from './changes-search.ts'
import { PersonFilter } from './person-filter.tsx'

interface FiltersProps {
  organizationId: string
  search: ChangesSearch
}

/** Filters a list of change requests; the address of the screen holds what is chosen. */
export function ChangeFilters({ organizationId, search }: FiltersProps) {
  const words = useWordsOf('changes')
  const navigate = useNavigate()
  const change = (part: { [Name in keyof ChangesSearch]: ChangesSearch[Name] | undefined }) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...part }) })
  return (
    <div className={styles.tools}>
      <Tabs
        label={words.status}
        value={search.status ?? 'open'}
        options={statuses.map((status) => [status, words.statuses[status]] as const)}
        onChoose={(status) => change({ status: statuses.find((one) => one === status) })}
      />
      <div className={styles.filters}>
        <Check
          label={words.onlyMine}
          isOn={search.mine === true}
          // Ends the choice of a person: what another has begun is not one's own.
          onChange={(mine) => change({ mine: mine || undefined, person: undefined, contributed: undefined })}
        />
        <Check
          label={words.waitingForMyReview}
          isOn={search.waiting === true}
          onChange={(waiting) => change({ waiting: waiting || undefined })}
        />
        <PersonFilter
          organizationId={organizationId}
          person={search.person}
          isContributor={search.contributed === true}
          onChoose={(person, isContributor) =>
            change({
              person,
              contributed: isContributor || undefined,
              ...(person !== undefined && { mine: undefined }),
            })
          }
        />
      </div>
    </div>
  )
}

interface CheckProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
)

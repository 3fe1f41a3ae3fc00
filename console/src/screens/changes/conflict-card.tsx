import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Failure, Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeContent } from '../editor/change-content.ts'
import { type ShownState, stateKey } from '../space/space-queries.ts'
import { pageTextQuery, reusableTextQuery } from './changes-queries.ts'
import type { Choice } from './conflict-texts.ts'
import styles from './conflicts.module.css'
import { fieldName, fieldText } from './field-text.ts'
import { differencesOf, needsText, resolution, type Unresolved } from './resolution.ts'
import { useFieldNames } from './use-field-names.ts'

interface CardProps {
  unresolved: Unresolved
  /** The titles of the pages of the change request, by id. */
  titles: ReadonlyMap<string, string>
  state: ShownState & { changeRequestId: string }
  /** The revision of the change request, in which texts show both sides. */
  revision: string
  mayEdit: boolean
  queryKey: readonly unknown[]
}

/** One page, file or text in conflict: both sides beside each other, and a choice for each difference. */
export function ConflictCard({ unresolved, titles, state, revision, mayEdit, queryKey }: CardProps) {
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const hasText = needsText(unresolved)
  const textQuery = unresolved.object === 'page' ? pageTextQuery : reusableTextQuery
  const text = useQuery({ ...textQuery(state.spaceId, revision, unresolved.id), enabled: hasText })
  const resolve = useMutation({
    mutationFn: () => changeContent(state, resolution(unresolved, choices, { text: text.data ?? '', revision })),
    // After a refusal too: somebody else may have changed the page meanwhile.
    async onSettled() {
      await queries.invalidateQueries({ queryKey })
      await queries.invalidateQueries({ queryKey: stateKey(state) })
    },
  })
  const covers = unresolved.conflicts.filter(({ kind }) => kind === 'cover')
  const pictures = covers.flatMap(({ main, changeRequest }) => [main, changeRequest])
  const { files } = useFieldNames(state.spaceId, [revision], pictures)
  if (text.error) return <Failure error={text.error} />
  if (hasText && text.data === undefined) return <Loading />
  const differences = differencesOf(unresolved, text.data ?? '')
  const names = { pages: titles, files }
  const isChosen = differences.every(({ key }) => choices[key])
  return (
    <article className={styles.card}>
      <h3>{titles.get(unresolved.id) ?? words.conflictObjects[unresolved.object]}</h3>
      {differences.map(({ key, name, main, own, mayHaveBoth }) => (
        <Difference
          key={key}
          name={fieldName(name, words)}
          sides={{
            main: fieldText(name, main, { words, names, other: own }),
            own: fieldText(name, own, { words, names, other: main }),
          }}
          choice={choices[key]}
          mayHaveBoth={mayHaveBoth ?? false}
          onChoose={(choice) => setChoices({ ...choices, [key]: choice })}
        />
      ))}
      {mayEdit && (
        <Button kind="primary" disabled={!isChosen} busy={resolve.isPending} onClick={() => resolve.mutate()}>
          {words.resolveConflict}
        </Button>
      )}
      {resolve.error && <Notice>{refusalText(resolve.error, words)}</Notice>}
    </article>
  )
}

interface DifferenceProps {
  name: string
  sides: { main: string; own: string }
  choice: Choice | undefined
  /** True if one side may follow the other. */
  mayHaveBoth: boolean
  onChoose: (choice: Choice) => void
}

function Difference({ name, sides, choice, mayHaveBoth, onChoose }: DifferenceProps) {
  const words = useWordsOf('changes')
  const group = useId()
  const options: [Choice, string, string][] = [
    ['main', words.liveSide, sides.main],
    ['own', words.ownSide, sides.own],
  ]
  return (
    <fieldset className={styles.difference}>
      <legend>{name}</legend>
      <div className={styles.sides}>
        {options.map(([value, label, text]) => (
          <label key={value} className={styles.side} data-chosen={choice === value || undefined}>
            <span>
              <input type="radio" name={group} checked={choice === value} onChange={() => onChoose(value)} /> {label}
            </span>
            <pre>{text || words.nothingHere}</pre>
          </label>
        ))}
      </div>
      {mayHaveBoth && (
        <label className={styles.both}>
          <input type="radio" name={group} checked={choice === 'both'} onChange={() => onChoose('both')} />{' '}
          {words.bothSides}
        </label>
      )}
    </fieldset>
  )
}

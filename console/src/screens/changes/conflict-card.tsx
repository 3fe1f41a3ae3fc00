import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { Loading, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { changeContent } from '../editor/change-content.ts'
import { type ShownState, stateKey } from '../space/space-queries.ts'
import { pageTextQuery } from './changes-queries.ts'
import { type Choice, conflictParts, resolution, textOf, type Unresolved } from './conflict-texts.ts'
import styles from './conflicts.module.css'

interface CardProps {
  unresolved: Unresolved
  title: string
  state: ShownState & { changeRequestId: string }
  /** The revision of the change request, in which texts show both sides. */
  revision: string
  mayEdit: boolean
  queryKey: readonly unknown[]
}

/** One page, file or text in conflict: both sides beside each other, and a choice for each difference. */
export function ConflictCard({ unresolved, title, state, revision, mayEdit, queryKey }: CardProps) {
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const hasText = unresolved.object === 'page' && unresolved.conflicts.some(({ kind }) => kind === 'content')
  const text = useQuery({ ...pageTextQuery(state.spaceId, revision, unresolved.id), enabled: hasText })
  const resolve = useMutation({
    mutationFn: () => changeContent(state, [resolution(unresolved, choices, { text: text.data ?? '', revision })]),
    // After a refusal too: somebody else may have changed the page meanwhile.
    async onSettled() {
      await queries.invalidateQueries({ queryKey })
      await queries.invalidateQueries({ queryKey: stateKey(state) })
    },
  })
  if (hasText && text.data === undefined) return <Loading />
  const parts = hasText ? conflictParts(text.data ?? '') : []
  const differences = [
    ...unresolved.conflicts
      .filter(({ kind }) => !(hasText && kind === 'content'))
      .map(({ kind, main, changeRequest }) => ({
        key: kind,
        name: kind,
        sides: { main: textOf(main), own: textOf(changeRequest) },
      })),
    ...parts.flatMap((part, index) =>
      part.kind === 'both'
        ? [{ key: `text-${index}`, name: 'content', sides: { main: part.main, own: part.own } }]
        : [],
    ),
  ]
  const isChosen = differences.every(({ key }) => choices[key])
  return (
    <article className={styles.card}>
      <h3>{title}</h3>
      {differences.map(({ key, name, sides }) => (
        <Difference
          key={key}
          name={words.conflictKinds[name as keyof typeof words.conflictKinds] ?? name}
          sides={sides}
          choice={choices[key]}
          mayHaveBoth={name === 'content'}
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

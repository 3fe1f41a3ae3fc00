import type { Space } from '@quire/contracts'
import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './imports.module.css'
import type { WantedImport } from './use-import.ts'

interface ChooseTargetProps {
  wanted: WantedImport
  change: (part: Partial<WantedImport>) => void
  /** The spaces that the person may edit. */
  spaces: Space[]
  mayCreate: boolean
}

/** Chooses the target of an import: a new space, or one that is there, at once or by a change request. */
export function ChooseTarget({ wanted, change, spaces, mayCreate }: ChooseTargetProps) {
  const words = useWordsOf('imports')
  return (
    <fieldset className={styles.step}>
      <legend>{words.whereTo}</legend>
      <Choice
        label={words.space}
        value={wanted.space}
        options={[
          ...(mayCreate ? [['', words.aNewSpace] as const] : []),
          ...spaces.map(({ id, title }) => [id, title || words.untitled] as const),
        ]}
        onChange={({ target }) => change({ space: target.value })}
      />
      {wanted.space === '' ? (
        <Field
          label={words.titleOfSpace}
          value={wanted.title}
          required
          maxLength={50}
          onChange={({ target }) => change({ title: target.value })}
        />
      ) : (
        wanted.kind !== 'git' && (
          <Switch
            label={words.reviewFirst}
            hint={words.reviewFirstHint}
            isOn={wanted.reviews}
            onChange={(reviews) => change({ reviews })}
          />
        )
      )}
    </fieldset>
  )
}

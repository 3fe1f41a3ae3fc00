import type { SemanticChange } from '@quire/contracts'
import type { WordsOf } from '../../words/areas.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './changes.module.css'
import { fieldName, fieldText } from './field-text.ts'
import { useFieldNames } from './use-field-names.ts'

type OfText = Extract<SemanticChange, { page: unknown } | { reusableContent: unknown }>

interface FieldChangesProps {
  spaceId: string
  change: OfText
  revisions: { before: string; after: string }
}

/** The fields of a page or reusable content that change, before and after; nothing if only its text does. */
export function FieldChanges({ spaceId, change, revisions }: FieldChangesProps) {
  const words = useWordsOf('changes')
  const fields = fieldsOf(change, words)
  const values = fields.flatMap(({ before, after }) => [before, after])
  const names = useFieldNames(spaceId, [revisions.after, revisions.before], values)
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{fieldName(name, words)}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>{fieldText(name, before, { words, names, other: after })}</del>{' '}
              </>
            )}
            {after !== undefined && <ins>{fieldText(name, after, { words, names, other: before })}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface FieldChange {
  name: string
  before?: unknown
  after?: unknown
}

function fieldsOf(change: OfText, words: WordsOf<'changes'>): FieldChange[] {
  if (change.type === 'page_moved') {
    const { before, after } = change.parent
    if (before?.id === after?.id) return [{ name: 'place', after: words.movedAmongSiblings }]
    return [{ name: 'parent', before: before?.title ?? words.atTop, after: after?.title ?? words.atTop }]
  }
  if (change.type !== 'page_edited' && change.type !== 'reusable_content_edited') return []
  return Object.entries(change.attributes).flatMap(([name, value]) =>
    name === 'document' || !value ? [] : [{ name, ...(value as { before?: unknown; after?: unknown }) }],
  )
}

import type { SemanticChange } from '@quire/contracts'
import type { WordsOf } from '../../words/areas.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './changes.module.css'

type OfText = Extract<SemanticChange, { page: unknown } | { reusableContent: unknown }>

/** The fields of a page or reusable content that change, before and after; nothing if only its text does. */
export function FieldChanges({ change }: { change: OfText }) {
  const words = useWordsOf('changes')
  const fields = fieldsOf(change, words)
  if (fields.length === 0) return null
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{words.fields[name as keyof WordsOf<'changes'>['fields']] ?? name}</dt>
          <dd>
            {before !== undefined && (
              <>
                <del>{textOf(before)}</del>{' '}
              </>
            )}
            {after !== undefined && <ins>{textOf(after)}</ins>}
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

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

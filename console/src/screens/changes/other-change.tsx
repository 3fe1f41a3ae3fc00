import type { SemanticChange } from '@quire/contracts'
import { useId } from 'react'
import { Badge } from '../../parts/badge.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './changes.module.css'
import { FieldChanges } from './field-changes.tsx'
import { TextChange } from './text-change.tsx'

interface OtherChangeProps {
  spaceId: string
  change: Exclude<SemanticChange, { page: unknown }>
  revisions: { before: string; after: string }
}

const looks = { created: 'success', edited: 'warning', deleted: 'danger' } as const

/** A change of a file, or of a text that pages include, word by word. */
export function OtherChange({ spaceId, change, revisions }: OtherChangeProps) {
  const words = useWordsOf('changes')
  const id = useId()
  const verb = change.type.slice(change.type.lastIndexOf('_') + 1) as keyof typeof looks
  const isFile = 'file' in change
  const hasText = !isFile && (change.type !== 'reusable_content_edited' || change.attributes.document !== undefined)
  return (
    <section className={styles.card} data-open={hasText || undefined} aria-labelledby={id}>
      <header className={styles.head}>
        <div className={styles.name}>
          <h2 id={id}>{isFile ? change.file.name : change.reusableContent.title}</h2>
          <span className={styles.path}>{isFile ? words.file : words.reusableContent}</span>
        </div>
        <Badge kind={looks[verb]}>{words.changeKinds[`page_${verb}`]}</Badge>
      </header>
      {!isFile && <FieldChanges spaceId={spaceId} change={change} revisions={revisions} />}
      {hasText && (
        <TextChange
          spaceId={spaceId}
          object="reusable-content"
          id={change.reusableContent.id}
          isNew={verb === 'created'}
          isGone={verb === 'deleted'}
          revisions={revisions}
        />
      )}
    </section>
  )
}

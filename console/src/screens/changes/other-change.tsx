import type { SemanticChange } from '@quire/contracts'
import { Badge } from '../../parts/badge.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './changes.module.css'

const looks = { created: 'success', edited: 'warning', deleted: 'danger', moved: 'info' } as const

/** A change of a file or of a text that pages include, in one line. */
export function OtherChange({ change }: { change: SemanticChange }) {
  const words = useWordsOf('changes')
  const verb = change.type.slice(change.type.lastIndexOf('_') + 1) as keyof typeof looks
  const isFile = 'file' in change
  const name = isFile ? change.file.name : 'reusableContent' in change ? change.reusableContent.title : ''
  return (
    <section className={styles.card}>
      <header className={styles.head}>
        <div className={styles.name}>
          <h2>{name}</h2>
          <span className={styles.path}>{isFile ? words.file : words.reusableContent}</span>
        </div>
        <Badge kind={looks[verb]}>{words.changeKinds[`page_${verb}`]}</Badge>
      </header>
    </section>
  )
}

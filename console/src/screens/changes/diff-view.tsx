import '@fontsource/ibm-plex-mono/latin-400.css'
import { useState } from 'react'
import { useWordsOf } from '../../words/words.ts'
import styles from './diff-view.module.css'
import { compareTexts, type DiffLine, type Hunk, hunksOf } from './text-diff.ts'

/** Two texts as one: what is gone and what is new, word by word. */
export function DiffView({ before, after }: { before: string; after: string }) {
  const words = useWordsOf('changes')
  const hunks = hunksOf(compareTexts(before, after))
  if (before === after) return <p className={styles.none}>{words.sameText}</p>
  return (
    <div className={styles.diff}>
      {hunks.map((hunk, index) => (
        <HunkView key={`${index}-${hunk.lines.length}`} hunk={hunk} />
      ))}
    </div>
  )
}

function HunkView({ hunk }: { hunk: Hunk }) {
  const words = useWordsOf('changes')
  const [isShown, setShown] = useState(!hunk.isHidden)
  if (!isShown)
    return (
      <button type="button" className={styles.more} onClick={() => setShown(true)}>
        {words.hiddenLines(hunk.lines.length)}
      </button>
    )
  return hunk.lines.map((line, index) => <Line key={`${index}-${line.kind}`} line={line} />)
}

const signs = { same: ' ', added: '+', removed: '−' }

function Line({ line }: { line: DiffLine }) {
  const words = useWordsOf('changes')
  const pieces = line.pieces.map(({ text, kind }, index) => {
    const key = `${index}-${kind}`
    if (kind === 'added') return <ins key={key}>{text}</ins>
    if (kind === 'removed') return <del key={key}>{text}</del>
    return <span key={key}>{text}</span>
  })
  return (
    <div className={`${styles.line} ${styles[line.kind]}`}>
      <span className={styles.number} aria-hidden="true">
        {line.before}
      </span>
      <span className={styles.number} aria-hidden="true">
        {line.after}
      </span>
      <span className={styles.sign} aria-hidden="true">
        {signs[line.kind]}
      </span>
      {line.kind !== 'same' && (
        <span className="hidden-text">{line.kind === 'added' ? words.addedLine : words.removedLine}</span>
      )}
      <span className={styles.text}>{pieces}</span>
    </div>
  )
}

import type { SemanticChange, SemanticChanges } from '@quire/contracts'
import { useWordsOf } from '../../words/words.ts'
import type { ShownState } from '../space/space-queries.ts'
import styles from './changes.module.css'
import { OtherChange } from './other-change.tsx'
import { PageChange } from './page-change.tsx'

type ChangeOfPage = Extract<SemanticChange, { page: unknown }>

interface CardsProps {
  /** The state after the changes, in which pages are shown as readers will see them. */
  state: ShownState
  changes: (typeof SemanticChanges)['_zod']['output']
  revisions: { before: string; after: string }
  mayEdit: boolean
}

/** Shows the differences of two revisions, page by page. */
export function ChangeCards({ state, changes, revisions, mayEdit }: CardsProps) {
  const words = useWordsOf('changes')
  const others = changes.changes.filter((change) => !('page' in change))
  return (
    <div className={styles.changes}>
      {[...byPage(changes.changes)].map(([pageId, ofPage]) => (
        <PageChange key={pageId} state={state} changes={ofPage} revisions={revisions} mayEdit={mayEdit} />
      ))}
      {others.map((change, index) => (
        <OtherChange key={`${change.type}-${index}`} change={change} />
      ))}
      {changes.more ? <p className={styles.more}>{words.moreChanges(changes.more)}</p> : null}
    </div>
  )
}

/** Groups the changes of each page, since one may be moved and edited. */
function byPage(changes: readonly SemanticChange[]): Map<string, ChangeOfPage[]> {
  const groups = new Map<string, ChangeOfPage[]>()
  for (const change of changes) {
    if (!('page' in change)) continue
    groups.set(change.page.id, [...(groups.get(change.page.id) ?? []), change])
  }
  return groups
}

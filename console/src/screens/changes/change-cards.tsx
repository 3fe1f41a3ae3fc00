import { More } from '../../parts/more.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { ShownState } from '../space/space-queries.ts'
import styles from './changes.module.css'
import { groupedChanges, type ListedChanges } from './listed-changes.ts'
import { OtherChange } from './other-change.tsx'
import { PageChange } from './page-change.tsx'

interface CardsProps {
  /** The state after the changes, in which pages are shown as readers will see them. */
  state: ShownState
  listed: ListedChanges
  /** The list itself, which reads more of it. */
  list: Parameters<typeof More>[0]['list'] & { error: unknown }
  revisions: { before: string; after: string }
  mayEdit: boolean
  mayComment?: boolean
  /** True if the changes have gone live. */
  wasLive: boolean
}

/** Shows the differences of two revisions, page by page. */
export function ChangeCards({ state, listed, list, revisions, mayEdit, mayComment = false, wasLive }: CardsProps) {
  const { changes, count } = listed
  const words = useWordsOf('changes')
  const { pages, others } = groupedChanges(changes)
  const left = count - changes.length
  return (
    <div className={styles.changes}>
      {[...pages].map(([pageId, ofPage]) => (
        <PageChange
          key={pageId}
          state={state}
          changes={ofPage}
          revisions={revisions}
          mayEdit={mayEdit}
          mayComment={mayComment}
          wasLive={wasLive}
        />
      ))}
      {others.map((change) => (
        <OtherChange
          key={'file' in change ? change.file.id : change.reusableContent.id}
          spaceId={state.spaceId}
          change={change}
          revisions={revisions}
        />
      ))}
      {left > 0 && (
        <>
          <p className={styles.more}>{words.moreChanges(left)}</p>
          {Boolean(list.error) && <Notice>{refusalText(list.error, words)}</Notice>}
          <More list={list} />
        </>
      )}
    </div>
  )
}

import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest, SemanticChange, SemanticChanges } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './changes.module.css'
import { OtherChange } from './other-change.tsx'
import { PageChange } from './page-change.tsx'

type PageChangeKind = Extract<SemanticChange, { page: unknown }>

interface ChangesProps {
  spaceId: string
  changeRequest: ChangeRequest
  changes: (typeof SemanticChanges)['_zod']['output']
  mayEdit: boolean
}

/** Everything that a change request changes, page by page. */
export function Changes({ spaceId, changeRequest, changes, mayEdit }: ChangesProps) {
  const words = useWordsOf('changes')
  const { id: changeRequestId } = changeRequest
  const edit = (
    <Link
      to="/s/$spaceId/changes/$changeRequestId/p"
      params={{ spaceId, changeRequestId }}
      className={buttonClass('primary')}
    >
      {words.edit}
    </Link>
  )
  if (changes.changes.length === 0)
    return (
      <Empty icon={faFileLines} title={words.nothingChanged} action={mayEdit && edit}>
        {words.nothingChangedHint}
      </Empty>
    )
  const pages = byPage(changes.changes)
  const others = changes.changes.filter((change) => !('page' in change))
  const before = changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial
  return (
    <div className={styles.changes}>
      {[...pages].map(([pageId, ofPage]) => (
        <PageChange
          key={pageId}
          state={{ spaceId, changeRequestId }}
          changes={ofPage}
          revisions={{ before, after: changeRequest.revision }}
          mayEdit={mayEdit}
        />
      ))}
      {others.map((change, index) => (
        <OtherChange key={`${change.type}-${index}`} change={change} />
      ))}
      {changes.more ? <p className={styles.more}>{words.moreChanges(changes.more)}</p> : null}
    </div>
  )
}

/** Groups the changes of each page, since one may be moved and edited. */
function byPage(changes: readonly SemanticChange[]): Map<string, PageChangeKind[]> {
  const groups = new Map<string, PageChangeKind[]>()
  for (const change of changes) {
    if (!('page' in change)) continue
    groups.set(change.page.id, [...(groups.get(change.page.id) ?? []), change])
  }
  return groups
}

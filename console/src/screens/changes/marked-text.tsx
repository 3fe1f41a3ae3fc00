import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { RenderedText } from '../space/rendered-text.tsx'
import { renderedQuery } from '../space/space-queries.ts'
import styles from './changes.module.css'
import { markedNodes } from './marked-page.ts'

interface MarkedTextProps {
  spaceId: string
  /** The id of the page. */
  id: string
  /** True if the revision before does not have it. */
  isNew: boolean
  /** True if the revision after does not have it. */
  isGone: boolean
  revisions: { before: string; after: string }
}

/**
 * A page as readers will see it, in the revision that is decided about: not in a later one that the change request may have.
 * Blocks and words of the text that are new are marked, and so are those that are gone.
 */
export function MarkedText({ spaceId, id, isNew, isGone, revisions }: MarkedTextProps) {
  const { language } = useWordsOf('changes')
  const queryOf = (revisionId: string) => renderedQuery({ spaceId, revisionId }, id, language)
  const before = useQuery({ ...queryOf(revisions.before), enabled: !isNew })
  const after = useQuery({ ...queryOf(revisions.after), enabled: !isGone })
  const old = isNew ? '' : before.data?.html
  const fresh = isGone ? '' : after.data?.html
  const mark = useCallback(
    (text: HTMLElement) => text.replaceChildren(...markedNodes(old ?? '', fresh ?? '')),
    [old, fresh],
  )
  const error = before.error ?? after.error
  const retry = () => void Promise.all([before, after].filter((one) => one.error).map((one) => one.refetch()))
  if (error) return <Failure error={error} retry={retry} />
  if (old === undefined || fresh === undefined) return <Loading />
  return (
    <div className={styles.page}>
      <RenderedText html={fresh || old} prepare={mark} />
    </div>
  )
}

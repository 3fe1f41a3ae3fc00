import { faFileLines } from '@fortawesome/free-regular-svg-icons'
import type { Comment } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { useWordsOf } from '../../words/words.ts'
import { pageLink } from '../space/page-tree.tsx'
import styles from './comments.module.css'
import type { CommentTarget } from './comments-queries.ts'

interface SubjectProps {
  about: Comment['target']
  /** The subject of the discussion that the comment is shown in. */
  target: CommentTarget
}

/** The part of the subject that a comment is about: its page, where the discussion is about several, and the words of its block. */
export function CommentSubject({ about: { page, node }, target }: SubjectProps) {
  const words = useWordsOf('reading')
  const namedPage = target.pageId === undefined ? page : undefined
  return (
    <>
      {namedPage && (
        <Link {...pageLink(target, namedPage.id)} className={styles.page}>
          <Icon icon={faFileLines} /> <bdi>{namedPage.title || words.untitled}</bdi>
        </Link>
      )}
      {node && <blockquote className={styles.quote}>{node.preview || words.partName('')}</blockquote>}
    </>
  )
}

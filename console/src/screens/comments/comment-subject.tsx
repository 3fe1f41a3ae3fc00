import { faFileLines } from '@fortawesome/free-regular-svg-icons'
import type { Comment } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { PageBlocks } from '../space/page-blocks.ts'
import { pageLink } from '../space/page-tree.tsx'
import styles from './comments.module.css'
import type { CommentTarget } from './comments-queries.ts'

interface SubjectProps {
  about: Comment['target']
  /** The subject of the discussion that the comment is shown in. */
  target: CommentTarget
  /** The blocks of the page beside the discussion, if there is one. */
  blocks?: PageBlocks | undefined
}

/**
 * The part of the subject that a comment is about: its page, where the discussion is about several, and the words of its
 * block, which lead to the block where its page is shown.
 */
export function CommentSubject({ about, target, blocks }: SubjectProps) {
  const { page, node } = about
  const words = useWordsOf('reading')
  const namedPage = target.pageId === undefined ? page : undefined
  return (
    <>
      {namedPage && (
        <Link {...pageLink(target, namedPage.id)} className={styles.page}>
          <Icon icon={faFileLines} /> <bdi>{namedPage.title || words.untitled}</bdi>
        </Link>
      )}
      {node && blocks?.has(node.id) && (
        <button type="button" className={styles.quote} title={words.showPart} onClick={() => blocks.show(node.id)}>
          {node.preview || words.partName('')}
        </button>
      )}
      {node && !blocks?.has(node.id) && <Quote words={node.preview} />}
      {blocks && isGone(about, blocks) && <p className={styles.none}>{words.partGone}</p>}
    </>
  )
}

/** The words of a block that is not on the screen. */
export function Quote({ words: text }: { words: string | undefined }) {
  const words = useWordsOf('reading')
  return <blockquote className={styles.quote}>{text || words.partName('')}</blockquote>
}

/** True if the page does not have the block any more that a comment is about. Programs may name parts that are not drawn. */
export const isGone = ({ page, node }: Comment['target'], blocks: PageBlocks) =>
  node !== undefined && page?.outdated === true && !blocks.has(node.id)

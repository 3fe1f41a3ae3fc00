import { faCommentDots } from '@fortawesome/free-solid-svg-icons'
import type { Comment } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { PageBlock, PageBlocks } from '../space/page-blocks.ts'
import { useAimedComment, useLeadToComment } from './aimed-comment.ts'
import { CommentForm } from './comment-form.tsx'
import { isGone, Quote } from './comment-subject.tsx'
import { CommentThread } from './comment-thread.tsx'
import styles from './comments.module.css'
import { type CommentTarget, commentsKey, commentsQuery, postComment, refreshComments } from './comments-queries.ts'

/** The block of a page that somebody comments on. */
export interface NewCommentBlock {
  block: PageBlock
  /** Called when the comment was sent, or is not to be written after all. */
  end: (isSent: boolean) => void
}

interface CommentsProps {
  target: CommentTarget
  /** The blocks of the page beside the comments, if there is one. */
  blocks?: PageBlocks
  /** The block that the new comment is about; the page as a whole if absent. */
  about?: NewCommentBlock | undefined
  /** Names the comments on a screen that has several such parts. */
  label?: string
  /** Called when somebody does not want to write after all; the new comment has the focus at first if there is such a function. */
  onCancel?: () => void
}

/** The comments on a page or change request: open ones, resolved ones on demand, and a new one. */
export function Comments({ target, blocks, about, label, onCancel }: CommentsProps) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery(commentsQuery(target))
  const aimed = useAimedComment()
  const lead = useLeadToComment()
  const [choice, setChoice] = useState<boolean>()
  const post = useMutation({
    mutationFn: (markdown: string) => postComment(target, markdown, about?.block.key),
    // Not awaited: the next comment may be written before the list has this one.
    onSuccess({ id, target: { node } }) {
      void refreshComments(queries, target)
      if (node) lead(id)
    },
  })
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />
  const isOfGoneBlock = (comment: Comment) => blocks !== undefined && isGone(comment.target, blocks)
  const open = data
    .filter(({ status }) => status === 'open')
    .toSorted((one, other) => Number(isOfGoneBlock(one)) - Number(isOfGoneBlock(other)))
  const resolved = data.filter(({ status }) => status === 'resolved')
  const showsResolved = choice ?? resolved.some(({ id }) => id === aimed?.id)
  return (
    <section className={styles.comments} aria-label={label ?? words.comments}>
      {open.length === 0 && (
        <p className={styles.none}>
          <Icon icon={faCommentDots} /> {words.noComments}
        </p>
      )}
      {open.map((comment) => (
        <CommentThread key={comment.id} comment={comment} target={target} blocks={blocks} />
      ))}
      {resolved.length > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={showsResolved}
          onClick={() => setChoice(!showsResolved)}
        >
          {showsResolved ? words.hideResolved : words.showResolved(resolved.length)}
        </button>
      )}
      {showsResolved &&
        resolved.map((comment) => <CommentThread key={comment.id} comment={comment} target={target} blocks={blocks} />)}
      {about && <Quote words={about.block.words} />}
      <CommentForm
        key={about?.block.key}
        discussion={target}
        draft={[...commentsKey(target), ...(about ? [about.block.key] : [])].join('/')}
        label={words.newComment}
        send={words.comment}
        onSend={post.mutateAsync}
        onSent={() => about?.end(true)}
        error={post.error}
        onCancel={about ? () => about.end(false) : onCancel}
      />
    </section>
  )
}

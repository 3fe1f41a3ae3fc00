import { faCheck, faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import type { Comment } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { IconButton } from '../../parts/button.tsx'
import { Read } from '../../parts/read.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { PageBlocks } from '../space/page-blocks.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentSubject } from './comment-subject.tsx'
import styles from './comments.module.css'
import {
  type CommentTarget,
  type CommentUpdate,
  deleteComment,
  deleteReply,
  postReply,
  type ReactionChange,
  type ReplyPath,
  refreshComments,
  repliesQuery,
  updateComment,
  updateReply,
} from './comments-queries.ts'
import { Reactions } from './reactions.tsx'
import { Said } from './said.tsx'

interface ThreadProps {
  comment: Comment
  target: CommentTarget
  /** The blocks of the page beside the discussion, if there is one. */
  blocks?: PageBlocks | undefined
}

/** A comment with what it is about, and its replies. */
export function CommentThread({ comment, target, blocks }: ThreadProps) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const [isReplying, setReplying] = useState(false)
  const { id: commentId } = comment
  const hasReplies = comment.replies > 0
  const replies = useQuery({ ...repliesQuery(target, commentId), enabled: hasReplies })
  const refresh = () => refreshComments(queries, target)
  const update = useMutation({
    mutationFn: (change: CommentUpdate) => updateComment(target, commentId, change),
    onSuccess: refresh,
  })
  const reply = useMutation({
    mutationFn: (text: string) => postReply(target, commentId, text),
    // Not awaited: the next reply may be written before the list has this one.
    onSuccess: () => void refresh(),
  })
  const reactToReply = useMutation({
    mutationFn: ({ path, change }: { path: ReplyPath; change: ReactionChange }) => updateReply(target, path, change),
    onSuccess: refresh,
  })
  const mayReact = comment.permissions.reply
  const error = update.error ?? reactToReply.error
  const isResolved = comment.status === 'resolved'
  return (
    <article className={styles.thread} data-resolved={isResolved || undefined}>
      <CommentSubject about={comment.target} target={target} blocks={blocks} />
      <Said
        said={comment}
        discussion={target}
        onEdit={(markdown) => updateComment(target, commentId, { body: { markdown } }).then(refresh)}
        onDelete={() => deleteComment(target, commentId).then(refresh)}
      >
        {comment.permissions.reply && (
          <IconButton
            icon={isResolved ? faRotateLeft : faCheck}
            label={isResolved ? words.reopen : words.resolve}
            onClick={() => update.mutate({ resolved: !isResolved })}
          />
        )}
      </Said>
      {mayReact && <Reactions to={comment} react={update.mutate} />}
      {hasReplies && !replies.data && <Read of={replies}>{() => null}</Read>}
      {replies.data?.map((one) => {
        const path = { commentId, commentReplyId: one.id }
        return (
          <Fragment key={one.id}>
            <Said
              said={one}
              discussion={target}
              onEdit={(markdown) => updateReply(target, path, { body: { markdown } }).then(refresh)}
              onDelete={() => deleteReply(target, path).then(refresh)}
            />
            {mayReact && <Reactions to={one} react={(change) => reactToReply.mutate({ path, change })} />}
          </Fragment>
        )
      })}
      {error && <Notice>{refusalText(error, words)}</Notice>}
      {isReplying && (
        <CommentForm
          discussion={target}
          draft={`reply/${commentId}`}
          label={words.newReply}
          send={words.reply}
          error={reply.error}
          onSend={reply.mutateAsync}
          onSent={() => setReplying(false)}
          onCancel={() => setReplying(false)}
        />
      )}
      {comment.permissions.reply && !isReplying && (
        <button type="button" className={styles.fold} onClick={() => setReplying(true)}>
          {words.reply}
        </button>
      )}
    </article>
  )
}

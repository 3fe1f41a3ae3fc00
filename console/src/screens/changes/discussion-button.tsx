import type { SemanticChange } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import type { Ref } from 'react'
import { Button } from '../../parts/button.tsx'
import { useWordsOf } from '../../words/words.ts'
import { commentsQuery } from '../comments/comments-queries.ts'
import type { ShownState } from '../space/space-queries.ts'

interface DiscussionButtonProps {
  ref: Ref<HTMLButtonElement>
  state: ShownState
  page: Extract<SemanticChange, { page: unknown }>['page']
  isOpen: boolean
  onToggle: () => void
}

/** Opens the comments on one page of a change request, and counts those that are open. */
export function DiscussionButton({ ref, state, page, isOpen, onToggle }: DiscussionButtonProps) {
  const words = useWordsOf('changes')
  // One list for all pages of the change request, which the screen counts too.
  const { data } = useQuery(commentsQuery(state))
  const count = data?.filter(({ status, target }) => status === 'open' && target.page?.id === page.id).length ?? 0
  return (
    <Button
      ref={ref}
      kind="quiet"
      aria-expanded={isOpen}
      aria-label={count > 0 ? `${page.title}: ${words.commentCount(count)}` : words.commentOn(page.title)}
      onClick={onToggle}
    >
      {count > 0 ? words.commentCount(count) : words.comment}
    </Button>
  )
}

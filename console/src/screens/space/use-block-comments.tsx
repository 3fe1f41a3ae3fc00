import { useState } from 'react'
import { useLeadToComment } from '../comments/aimed-comment.ts'
import { BlockMargin } from '../comments/block-margin.tsx'
import { type PageBlock, usePageBlocks } from './page-blocks.ts'

interface CommentedPage {
  spaceId: string
  pageId: string
}

/**
 * Lets somebody comment on single blocks of a page. Returns the blocks, what stands beside them, the block that is
 * commented on, and which part is shown beside the page: the buttons of blocks lead to the comments.
 */
export function useBlockComments(target: CommentedPage, html: string) {
  const blocks = usePageBlocks(html)
  const [choice, onChoose] = useState<string>()
  const [begun, setBegun] = useState<{ pageId: string; block: PageBlock }>()
  const lead = useLeadToComment()
  const end = ({ key }: PageBlock, isSent: boolean) => {
    setBegun(undefined)
    if (isSent) return
    blocks.frame.current?.querySelector<HTMLElement>(`[data-comments-on="${CSS.escape(key)}"]`)?.focus()
  }
  const margin = (
    <BlockMargin
      blocks={blocks}
      target={target}
      onComment={(block) => {
        setBegun({ pageId: target.pageId, block })
        onChoose('comments')
      }}
      onOpen={(id) => {
        onChoose('comments')
        lead(id)
      }}
    />
  )
  const about =
    begun?.pageId === target.pageId
      ? { block: begun.block, end: (isSent: boolean) => end(begun.block, isSent) }
      : undefined
  return { beside: { blocks, about, choice, onChoose }, margin: { frame: blocks.frame, content: margin } }
}

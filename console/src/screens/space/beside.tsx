import type { RenderedPage } from '@quire/contracts'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useAimedComment } from '../comments/aimed-comment.ts'
import { Comments, type NewCommentBlock } from '../comments/comments.tsx'
import { useCommentCount } from '../comments/comments-queries.ts'
import { Backlinks } from './backlinks.tsx'
import { Outline } from './outline.tsx'
import type { PageBlocks } from './page-blocks.ts'

interface BesideProps {
  target: { spaceId: string; pageId: string }
  outline: RenderedPage['outline']
  mayComment: boolean
  /** True if the person came to comment on the page. */
  toComments: boolean
  blocks: PageBlocks
  /** The block that somebody begins to comment on. */
  about: NewCommentBlock | undefined
  /** The part that was chosen; undefined if nobody has chosen one yet. */
  choice: string | undefined
  onChoose: (part: string) => void
}

type Part = 'outline' | 'comments' | 'backlinks'

/** The outline, the comments or the backlinks of a live page, one at a time; comments for whoever may comment. */
export function Beside({ target, outline, mayComment, toComments, blocks, about, choice, onChoose }: BesideProps) {
  const words = useWordsOf('reading')
  const count = useCommentCount(target, mayComment)
  const isAimed = useAimedComment() !== undefined
  const suggested: Part = toComments || isAimed || count > 0 || outline.length === 0 ? 'comments' : 'outline'
  const shown = choice ?? (mayComment ? suggested : 'outline')
  const comments = ['comments', count > 0 ? `${words.comments} (${count})` : words.comments] as const
  return (
    <>
      <Tabs
        label={words.besidePage}
        value={shown}
        options={[['outline', words.outline], ...(mayComment ? [comments] : []), ['backlinks', words.backlinks]]}
        onChoose={onChoose}
      />
      {shown === 'outline' && <Outline headings={outline} />}
      {mayComment && shown === 'comments' && (
        <Comments key={target.pageId} target={target} blocks={blocks} about={about} />
      )}
      {shown === 'backlinks' && <Backlinks {...target} />}
    </>
  )
}

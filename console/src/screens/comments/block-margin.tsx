import { faCommentDots } from '@fortawesome/free-regular-svg-icons'
import type { Comment } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, Fragment, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { useWordsOf } from '../../words/words.ts'
import type { PageBlock, PageBlocks } from '../space/page-blocks.ts'
import styles from './block-margin.module.css'
import { type CommentTarget, commentsQuery } from './comments-queries.ts'

interface MarginProps {
  blocks: PageBlocks
  target: CommentTarget
  onComment: (block: PageBlock) => void
  /** Called with the first of the comments that a mark stands for. */
  onOpen: (commentId: string) => void
}

/**
 * The buttons beside the blocks of a page: one to comment on the block, which shows itself near the pointer and with the
 * focus, and a mark that counts its open comments. They lie over the text rather than in it, where they would change how it
 * looks. The keyboard comes to them once, and goes from one to the next by arrow keys: a page has hundreds of blocks.
 */
export function BlockMargin({ blocks, target, onComment, onOpen }: MarginProps) {
  const words = useWordsOf('reading')
  const { data = [] } = useQuery(commentsQuery(target))
  const margin = useRef<HTMLDivElement>(null)
  const [last, setLast] = useState<string>()
  useNearBlock(blocks, margin)
  const open = Map.groupBy(data.filter(isOpenOnBlock), ({ target: { node } }) => blocks.outerOf.get(node?.id ?? ''))
  const names = blocks.shown.flatMap(({ key }) => (open.has(key) ? [`marks/${key}`, key] : [key]))
  const entry = last !== undefined && names.includes(last) ? last : names[0]
  const stop = (name: string) => ({ tabIndex: name === entry ? 0 : -1, onFocus: () => setLast(name) })
  if (blocks.shown.length === 0) return null
  return (
    <div
      ref={margin}
      role="toolbar"
      aria-orientation="vertical"
      aria-label={words.partsToComment}
      className={styles.margin}
      onKeyDown={moveByKey}
    >
      {blocks.shown.map((block) => {
        const { key } = block
        const part = words.partName(block.words)
        const place = { '--top': `${block.top}px`, '--bottom': `${block.bottom}px` } as CSSProperties
        const [first, ...others] = open.get(key) ?? []
        return (
          <Fragment key={key}>
            {first && (
              <button
                type="button"
                className={styles.mark}
                style={place}
                aria-label={words.commentsOnPart(others.length + 1, part)}
                onClick={() => onOpen(first.id)}
                {...stop(`marks/${key}`)}
              >
                {others.length + 1}
              </button>
            )}
            <button
              type="button"
              className={styles.add}
              style={place}
              data-comments-on={key}
              aria-label={words.commentOnPart(part)}
              title={words.comment}
              onClick={() => onComment(block)}
              {...stop(key)}
            >
              <Icon icon={faCommentDots} />
            </button>
          </Fragment>
        )
      })}
    </div>
  )
}

const isOpenOnBlock = ({ status, target }: Comment) => status === 'open' && target.node !== undefined

/** Goes to the button before or after the one with the focus. */
function moveByKey(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((one) => one.matches(':focus'))
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key]
  const next = to === undefined ? undefined : buttons[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Pixels below a block in which its button stands where the page has no margin. */
const below = 24

/** Marks the button of the block that the pointer is on or beside, or that was tapped, without drawing the others again. */
function useNearBlock({ frame, shown }: PageBlocks, margin: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const around = frame.current?.parentElement
    if (!around) return
    const point = (key: string | undefined) => {
      margin.current?.querySelector('[data-near]')?.removeAttribute('data-near')
      if (key === undefined) return
      margin.current?.querySelector(`[data-comments-on="${CSS.escape(key)}"]`)?.setAttribute('data-near', '')
    }
    const over = ({ target, clientY }: PointerEvent) => {
      if (!(target instanceof Element) || margin.current?.contains(target)) return
      const on = target.closest<HTMLElement>('[data-block]')?.dataset.key
      const y = clientY - (frame.current?.getBoundingClientRect().top ?? 0)
      point(on ?? shown.findLast(({ top, bottom }) => top <= y && y <= bottom + below)?.key)
    }
    // A finger leaves whatever it has tapped.
    const leave = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && point(undefined)
    around.addEventListener('pointerover', over)
    around.addEventListener('pointermove', over)
    around.addEventListener('pointerleave', leave)
    return () => {
      around.removeEventListener('pointerover', over)
      around.removeEventListener('pointermove', over)
      around.removeEventListener('pointerleave', leave)
    }
  }, [frame, shown, margin])
}

import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'

/** A block of a rendered page that readers comment on, with its place in pixels from the top of the text. */
export interface PageBlock {
  key: string
  /** Its first words; empty for a picture without any. */
  words: string
  top: number
  bottom: number
}

/** The blocks of the page that is shown. */
export interface PageBlocks {
  /** The element around the text. */
  frame: RefObject<HTMLDivElement | null>
  /** The blocks in view, from the top; those in closed parts of the page are absent. */
  shown: readonly PageBlock[]
  /** By the key of each block, that of the block that is commented on in its place: itself, or the one around it. */
  outerOf: ReadonlyMap<string, string>
  /** False if the page has no block with this key, or is not drawn yet. */
  has(key: string): boolean
  /** Brings a block into view, opens what it is in, and focuses it. */
  show(key: string): void
}

interface Measured {
  shown: readonly PageBlock[]
  outerOf: ReadonlyMap<string, string>
}

const nothing: Measured = { shown: [], outerOf: new Map() }

/**
 * Follows the blocks of a rendered page, by the keys that the renderer alone gives them: no attribute of a page comes from
 * its author. They move while pictures load, tabs change, and parts are opened.
 */
export function usePageBlocks(html: string): PageBlocks {
  const frame = useRef<HTMLDivElement>(null)
  const [measured, setMeasured] = useState(nothing)
  useEffect(() => {
    const { current } = frame
    if (!current) return setMeasured(nothing)
    const measure = () => setMeasured(blocksIn(current))
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    current.addEventListener('toggle', measure, true)
    current.addEventListener('click', measure)
    return () => {
      observer.disconnect()
      current.removeEventListener('toggle', measure, true)
      current.removeEventListener('click', measure)
    }
  }, [html])
  return useMemo(
    () => ({
      frame,
      ...measured,
      has: (key) => measured.outerOf.has(key),
      show: (key) => showBlock(frame.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)),
    }),
    [measured],
  )
}

const maxWords = 80

function blocksIn(frame: HTMLElement): Measured {
  const { top: start } = frame.getBoundingClientRect()
  const shown = [...frame.querySelectorAll<HTMLElement>('[data-block]')]
    .filter((element) => element.checkVisibility())
    .map((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return { key: element.dataset.key ?? '', words: wordsOf(element), top: top - start, bottom: bottom - start }
    })
  const outerOf = new Map(
    [...frame.querySelectorAll<HTMLElement>('[data-key]')].map((element) => {
      const outer = element.closest<HTMLElement>('[data-block]') ?? element.querySelector<HTMLElement>('[data-block]')
      return [element.dataset.key ?? '', outer?.dataset.key ?? '']
    }),
  )
  return { shown, outerOf }
}

/** Opens the parts of a page that a block is in, and goes to the block. */
function showBlock(block: HTMLElement | null | undefined) {
  if (!block) return
  for (let around = block.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
    const tab = around.hidden ? around.getAttribute('aria-labelledby') : null
    if (tab) around.parentElement?.querySelector<HTMLElement>(`:scope > [role=tablist] > #${CSS.escape(tab)}`)?.click()
  }
  block.scrollIntoView({ block: 'center' })
  // Links and tables have the focus anyway, and stay where Tab goes.
  if (block.tabIndex < 0) block.tabIndex = -1
  block.focus({ preventScroll: true })
  block.animate({ backgroundColor: ['var(--primary-ground)', 'transparent'] }, shownMs)
}

/** The time for which a block is marked to which somebody was led. */
const shownMs = 2500

function wordsOf(element: HTMLElement): string {
  const text = (element.querySelector('pre') ?? element).textContent.trim() || element.querySelector('img')?.alt || ''
  return text.slice(0, maxWords).replaceAll(/\s+/g, ' ')
}

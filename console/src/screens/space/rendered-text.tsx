import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, memo, useLayoutEffect, useRef } from 'react'
import { base } from '../../page.ts'
import './text-styles.ts'

interface TextProps {
  /** The HTML of an answer of the renderer, which holds no script and nothing of other servers. */
  html: string
  /** Prepares the text where it is shown; tab groups become tabs otherwise. */
  prepare?: (text: HTMLElement) => void
}

/** The text of a page. Its links open screens of the console without a new page; tabs and notes of blocks work. */
export const RenderedText = memo(function RenderedText({ html, prepare = startTabs }: TextProps) {
  const router = useRouter()
  const text = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (html !== '' && text.current) prepare(text.current)
  }, [html, prepare])
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href') ?? ''
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!isPlain || link?.target || !href.startsWith(`${base}/s/`)) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    <div dir={directionOf(html)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside have the keyboard, and their clicks come here */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div
        ref={text}
        className="text"
        onClick={follow}
        // The renderer made it, and the policy of the page runs no script in it.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  )
})

/** Returns the direction of a text: that of its first letter. Lists and tables follow it, paragraphs have their own. */
const directionOf = (html: string) =>
  /^(?:<[^>]*>|[^\p{L}<])*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(html)
    ? 'rtl'
    : 'ltr'

/** Turns the panels of each tab group, which stand below each other, into tabs for pointer and arrow keys. */
function startTabs(text: HTMLElement) {
  for (const group of text.querySelectorAll<HTMLElement>('[data-tabs]:not(:has(> [role=tablist]))')) {
    const panels = [...group.querySelectorAll<HTMLElement>(':scope > [data-tab]')]
    const list = document.createElement('div')
    list.setAttribute('role', 'tablist')
    const tabs = panels.map((panel) => tabFor(panel))
    const select = (at: number) => {
      for (const [index, tab] of tabs.entries()) {
        tab.ariaSelected = String(index === at)
        tab.tabIndex = index === at ? 0 : -1
        const panel = panels[index]
        if (panel) panel.hidden = index !== at
      }
    }
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener('click', () => select(at))
      tab.addEventListener('keydown', ({ key }) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
        if (step === undefined) return
        const next = (at + step + tabs.length) % tabs.length
        select(next)
        tabs[next]?.focus()
      })
    }
    list.append(...tabs)
    group.prepend(list)
    select(0)
  }
}

let tabsMade = 0

function tabFor(panel: HTMLElement): HTMLButtonElement {
  const tab = document.createElement('button')
  const id = `tab-${tabsMade++}`
  tab.type = 'button'
  tab.role = 'tab'
  tab.id = id
  tab.textContent = panel.querySelector('.tab-title')?.textContent ?? ''
  panel.id ||= `${id}-panel`
  tab.setAttribute('aria-controls', panel.id)
  panel.role = 'tabpanel'
  panel.setAttribute('aria-labelledby', id)
  return tab
}

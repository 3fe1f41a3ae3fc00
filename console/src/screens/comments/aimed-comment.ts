import { useLocation, useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

const prefix = 'comment/'

interface CommentPlace {
  id: string
  /** The id of the reply that is meant, if it is one. */
  reply?: string | undefined
}

/** Returns the part of an address behind `#` that leads to a comment, or to a reply to it. */
export const commentHash = ({ id, reply }: CommentPlace): string => prefix + (reply ? `${id}/${reply}` : id)

/** Returns the comment that the address of the screen leads to, if it leads to one. */
export function useAimedComment(): CommentPlace | undefined {
  const hash = useLocation({ select: (location) => location.hash })
  if (!hash.startsWith(prefix)) return undefined
  const [id = '', reply] = hash.slice(prefix.length).split('/')
  return { id, reply }
}

/** Brings an element into view and focuses it once the address leads to it. */
export function useAim<Target extends HTMLElement>(isAimed: boolean): RefObject<Target | null> {
  const target = useRef<Target>(null)
  useEffect(() => {
    if (isAimed) goTo(target.current)
  }, [isAimed])
  return target
}

function goTo(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

/** Returns the function that leads to a comment on the screen, also if somebody was led there before and has gone on. */
export function useLeadToComment(): (id: string) => void {
  const { history } = useRouter()
  return (id) => {
    const hash = `#${commentHash({ id })}`
    if (location.hash === hash) goTo(document.querySelector<HTMLElement>(`[data-comment="${CSS.escape(id)}"]`))
    else history.replace(`${location.pathname}${location.search}${hash}`)
  }
}

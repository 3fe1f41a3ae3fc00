import { useLocation } from '@tanstack/react-router'
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
    if (!isAimed) return
    target.current?.scrollIntoView({ block: 'center' })
    target.current?.focus({ preventScroll: true })
  }, [isAimed])
  return target
}

import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './button.tsx'

/** Milliseconds for which the question is in front before a click answers it. */
const readingMs = 700

/**
 * A button that waits a moment whenever it appears or the window comes to the front: the second click of a double click
 * that was meant for what was there before would answer the question unread.
 */
export function LateButton(props: Omit<ComponentProps<typeof Button>, 'kind' | 'icon'>) {
  const [isInFront, setInFront] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      setInFront(false)
      timer = setTimeout(() => setInFront(true), readingMs)
    }
    wait()
    addEventListener('focus', wait)
    return () => {
      clearTimeout(timer)
      removeEventListener('focus', wait)
    }
  }, [])
  return <Button kind="primary" {...props} disabled={props.disabled || !isInFront} />
}

import { type RefCallback, useCallback, useState } from 'react'

/** Returns whether an element has come near to what is shown of the screen, and the reference to give to the element. */
export function useNear(): [isNear: boolean, ref: RefCallback<Element>] {
  const [isNear, setNear] = useState(false)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [isNear, ref]
}

import { useEffect, useRef, useState } from 'react'

/** Says whether the focus is in an element, which gets the handlers, and came there by a key. */
export function useFocusByKey() {
  const isKeyLast = useRef(false)
  const [isByKey, setByKey] = useState(false)
  useEffect(() => {
    const onKey = () => {
      isKeyLast.current = true
    }
    const onPointer = () => {
      isKeyLast.current = false
    }
    document.addEventListener('keydown', onKey, true)
    document.addEventListener('pointerdown', onPointer, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      document.removeEventListener('pointerdown', onPointer, true)
    }
  }, [])
  const handlers = { onFocus: () => setByKey(isKeyLast.current), onBlur: () => setByKey(false) }
  return { isByKey, handlers }
}

import { useRef, useState } from 'react'

const prefix = 'quire-draft/'

interface Draft {
  text: string
  setText: (text: string) => void
  /** Forgets the text. */
  clear: () => void
  /** Forgets the text if it is still as it was sent; returns false if something else was typed during the request. */
  clearSent: (sent: string) => boolean
}

/**
 * Keeps a text on this device under a name, so that a reload or an ended session does not lose it. `saved` is the text
 * while nothing else was typed.
 */
export function useDraft(name: string, saved = ''): Draft {
  const key = prefix + name
  const [typed, setTyped] = useState<Record<string, string | undefined>>({})
  // The answer to a request comes to a function of an earlier rendering, which does not see what was typed since.
  const latest = useRef(typed)
  const show = (text: string | undefined) => {
    latest.current = { ...latest.current, [key]: text }
    setTyped(latest.current)
  }
  const current = () => latest.current[key] ?? localStorage.getItem(key) ?? saved
  return {
    text: current(),
    setText(text) {
      show(text)
      if (text === saved) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    },
    clear() {
      show(undefined)
      localStorage.removeItem(key)
    },
    clearSent(sent) {
      const isSame = current() === sent
      if (isSame) show(undefined)
      // The screen may have been opened again meanwhile, and another text been typed there.
      if (localStorage.getItem(key) === sent) localStorage.removeItem(key)
      return isSame
    },
  }
}

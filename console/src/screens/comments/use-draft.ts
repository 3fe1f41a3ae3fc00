import { useEffect, useState } from 'react'

const prefix = 'quire-draft/'

/** Keeps a text on this device under a name, so that a reload or an ended session does not lose it. */
export function useDraft(name: string): [text: string, set: (text: string) => void, clear: () => void] {
  const key = prefix + name
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  useEffect(() => setText(localStorage.getItem(key) ?? ''), [key])
  const store = (value: string) => {
    setText(value)
    if (value === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  }
  return [text, store, () => store('')]
}

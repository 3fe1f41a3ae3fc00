import { useState } from 'react'

const prefix = 'quire-form/'

/** A value that outlasts a reload and a new sign-in in this tab, until it is cleared: what somebody types, not yet saved. */
export function useStored<Value extends object>(
  name: string,
  initial: Value,
): [value: Value, change: (part: Partial<Value>) => void, clear: () => void] {
  const key = prefix + name
  const [value, setValue] = useState<Value>(() => ({ ...initial, ...JSON.parse(sessionStorage.getItem(key) ?? '{}') }))
  const change = (part: Partial<Value>) =>
    setValue((before) => {
      const after = { ...before, ...part }
      store(key, JSON.stringify(after))
      return after
    })
  const clear = () => sessionStorage.removeItem(key)
  return [value, change, clear]
}

function store(key: string, text: string) {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // The browser stores a few megabytes: what is longer lasts as long as the screen.
    sessionStorage.removeItem(key)
  }
}

import { useState } from 'react'

const prefix = 'quire-form/'

interface FormDraft<Form> {
  /** The values of the form: those that were typed, over the saved ones. */
  form: Form
  /** True if something was typed that is not saved. */
  isChanged: boolean
  change: (fields: Partial<Form>) => void
  /** Forgets what was typed, because it was saved or given up. */
  clear: () => void
}

/**
 * Holds the fields of a form under a name. What somebody types is stored on this device until `clear`, so that a reload or
 * an ended session does not lose it. Not for secrets.
 */
export function useFormDraft<Form extends object>(name: string, saved: Form): FormDraft<Form> {
  const key = prefix + name
  const [drafts, setDrafts] = useState<Record<string, Partial<Form>>>({})
  const typed = drafts[key] ?? storedUnder<Form>(key)
  const store = (fields: Partial<Form>) => {
    setDrafts((before) => ({ ...before, [key]: fields }))
    if (Object.keys(fields).length === 0) localStorage.removeItem(key)
    else storeUnder(key, fields)
  }
  const form = { ...saved, ...typed }
  return {
    form,
    isChanged: JSON.stringify(form) !== JSON.stringify(saved),
    change: (fields) => store({ ...typed, ...fields }),
    clear: () => store({}),
  }
}

function storeUnder(key: string, fields: object) {
  try {
    localStorage.setItem(key, JSON.stringify(fields))
  } catch {
    // A browser stores a few megabytes: what is longer lasts as long as the screen.
    localStorage.removeItem(key)
  }
}

function storedUnder<Form>(key: string): Partial<Form> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Form>
  } catch {
    // Something else of this host stored it.
    return {}
  }
}

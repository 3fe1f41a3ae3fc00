import { useRef, useState } from 'react'

const prefix = 'quire-form/'

interface FormDraft<Form> {
  /** The values of the form: those that were typed, over the saved ones. */
  form: Form
  /**
   * The fields that differ from their values at the time when somebody began to type in them. A form that changes
   * something sends these alone: the other fields may be older than what somebody else has saved meanwhile.
   */
  changes: Partial<Form>
  /** The saved values of changed fields in which somebody else has saved another value since it was begun to type in them. */
  others: Partial<Form>
  /** True if something was typed that is not saved. */
  isChanged: boolean
  change: (fields: Partial<Form>) => void
  /** Forgets everything that was typed. */
  clear: () => void
  /** Forgets the fields that are still as they were sent; those that were changed during the request stay unsaved. */
  clearSent: (sent: Partial<Form>) => void
}

/** Typed values, and for each of them the value that was saved when somebody began to type in its field. */
interface Draft<Form> {
  base: Partial<Form>
  draft: Partial<Form>
}

/**
 * Holds the fields of a form under a name. What somebody types is stored on this device until it is cleared, so that a
 * reload or an ended session does not lose it. Not for secrets.
 */
export function useFormDraft<Form extends object>(name: string, saved: Form): FormDraft<Form> {
  const key = prefix + name
  const [drafts, setDrafts] = useState<Record<string, Draft<Form>>>({})
  // The answer to a request comes to a function of an earlier rendering, which does not see what was typed since.
  const latest = useRef(drafts)
  const { base, draft: changes } = changesIn(drafts[key] ?? storedUnder<Form>(key))
  const changed = namesIn(changes).filter((field) => !isSame(changes[field], saved[field]))
  const update = (next: (before: Draft<Form>) => Draft<Form>) => {
    const draft = next(latest.current[key] ?? storedUnder<Form>(key))
    latest.current = { ...latest.current, [key]: draft }
    setDrafts(latest.current)
    storeUnder(key, changesIn(draft))
  }
  return {
    form: { ...saved, ...changes },
    changes,
    others: picked(
      saved,
      changed.filter((field) => !isSame(saved[field], base[field])),
    ),
    isChanged: changed.length > 0,
    change: (fields) => update((before) => withTyped(before, saved, fields)),
    clear: () => update(() => ({ base: {}, draft: {} })),
    clearSent: (sent) => update(({ base, draft }) => ({ base: { ...base, ...sent }, draft })),
  }
}

/** A field that has its base value, typed or not, begins again with the value that is saved now. */
function withTyped<Form extends object>(before: Draft<Form>, saved: Form, fields: Partial<Form>): Draft<Form> {
  return {
    base: { ...before.base, ...picked(saved, namesIn(fields)), ...changesIn(before).base },
    draft: { ...before.draft, ...fields },
  }
}

/** Leaves out the fields that have been given their base value again. */
function changesIn<Form extends object>({ base, draft }: Draft<Form>): Draft<Form> {
  const names = namesIn(draft).filter((name) => !isSame(draft[name], base[name]))
  return { base: picked(base, names), draft: picked(draft, names) }
}

const namesIn = <Form extends object>(fields: Partial<Form>) => Object.keys(fields) as (keyof Form)[]

const picked = <Form extends object>(fields: Partial<Form>, names: readonly (keyof Form)[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Form>

/** Compares values as they are stored, where an absent one is null. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

function storeUnder<Form extends object>(key: string, draft: Draft<Form>) {
  try {
    if (namesIn(draft.draft).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A browser stores a few megabytes: what is longer lasts as long as the screen.
    localStorage.removeItem(key)
  }
}

/** A draft without its base is ignored: nobody could say which of its fields somebody typed. */
function storedUnder<Form>(key: string): Draft<Form> {
  try {
    const { base, draft } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (isFields(base) && isFields(draft)) return { base, draft } as Draft<Form>
  } catch {
    // Something else of this host stored it.
  }
  return { base: {}, draft: {} }
}

const isFields = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

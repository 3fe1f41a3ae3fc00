import type { IconDefinition } from '@fortawesome/free-solid-svg-icons'

/** An entry of `Ctrl K`; it leads somewhere or does something. */
export interface Entry {
  icon: IconDefinition
  title: string
  /** The place of the entry, or an excerpt of its text. */
  detail?: string | undefined
  /** A path of the console. */
  to?: string
  /** Does it, where there is no path; closes the palette if nothing is left to see. Undefined while it is being done. */
  run?: (() => void) | undefined
}

/** Returns the function that tells whether the title of an entry holds all words of a text. */
export function fits(text: string): (entry: Entry) => boolean {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ title }) => wanted.every((word) => title.toLowerCase().includes(word))
}

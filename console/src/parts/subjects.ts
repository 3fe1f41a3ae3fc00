import type { Words } from '../words/general/en.ts'

const maxSubject = 100

/** Returns a subject with the title of a page or the name of a file, of which it has as much as there is room for. */
export function subjectWith(title: string, subject: (title: string) => string): string {
  const left = maxSubject - subject('').length
  if (title.length <= left) return subject(title)
  // The last one may be half of a character.
  return subject(`${[...title.slice(0, left)].slice(0, -1).join('')}…`)
}

/** Calls a new change request after the page that it opens; the first page of a space is yet to be written. */
export const subjectOfEdit = (title: string | undefined, { subjects }: Pick<Words, 'subjects'>): string =>
  title === undefined ? subjects.firstPage : subjectWith(title, subjects.edit)

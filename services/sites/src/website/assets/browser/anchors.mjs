import { all } from './elements.mjs'

/**
 * Returns the element of this id, else the heading that an address written for another platform means: the one with the
 * same letters and digits.
 * @param {string} id decoded
 * @returns {HTMLElement | undefined}
 */
export function elementNamed(id) {
  const named = document.getElementById(id)
  if (named || id === '') return named ?? undefined
  const wanted = lettersOf(id)
  const forms = all('article :is(h2, h3, h4, h5, h6)[id]').map((heading) => ({
    heading,
    letters: [lettersOf(heading.textContent ?? ''), lettersOf(heading.id)],
  }))
  const found = forms.find(({ letters }) => letters.includes(wanted))
  if (found) return found.heading
  // A heading that is not the first of its words has a number.
  const [, words = '', number = '0'] = /^(.*)-(\d+)$/s.exec(id) ?? []
  const same = words === '' ? [] : forms.filter(({ letters }) => letters[0] === lettersOf(words))
  return same[Number(number)]?.heading
}

/**
 * Returns the letters and digits of a text; signs are compared by the words that some platforms write for them.
 * @param {string} text
 */
const lettersOf = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('<', 'lessthan')
    .replaceAll('>', 'greaterthan')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

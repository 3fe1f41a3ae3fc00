import { addressBeside, spaceOf } from './ask.mjs'
import { element } from './elements.mjs'

/**
 * A question among the results of a search: it leads to its answer, as a page where it is opened in another tab.
 * @param {HTMLFormElement} form
 * @param {string} question
 * @param {string} label
 */
export function questionOption(form, question, label) {
  const href = addressBeside(form, `ask?${new URLSearchParams({ q: question, in: spaceOf(form) })}`)
  const says = { role: 'option', class: 'search-question', tabindex: '-1', 'aria-selected': 'false' }
  return element('a', { ...says, href, 'data-question': question }, label)
}

/**
 * Questions that the site answers; they are fetched once. None where they cannot be.
 * @param {HTMLFormElement} form
 */
export function proposedQuestions(form) {
  /** @type {string[] | undefined} */
  let questions
  return async () => {
    if (questions) return questions
    const address = addressBeside(form, `questions.json?${new URLSearchParams({ in: spaceOf(form) })}`)
    const said = await fetch(address).catch(() => undefined)
    /** @type {string[]} */
    const found = said?.ok ? (await said.json()).questions : []
    questions = found
    return found
  }
}

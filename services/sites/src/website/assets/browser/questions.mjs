import { addressBeside, variantIdOf } from './ask.mjs'
import { element } from './elements.mjs'

/**
 * Creates the option of a question among search results. It leads to the answer, which opens as a page in another tab.
 * @param {HTMLFormElement} form
 * @param {string} question
 * @param {string} label
 */
export function questionOption(form, question, label) {
  const href = addressBeside(form, `ask?${new URLSearchParams({ q: question, in: variantIdOf(form) })}`)
  const says = { role: 'option', class: 'search-question', tabindex: '-1', 'aria-selected': 'false' }
  return element('a', { ...says, href, 'data-question': question }, label)
}

/**
 * Returns a function that fetches the questions that the site proposes, once; none if that fails.
 * @param {HTMLFormElement} form
 */
export function proposedQuestions(form) {
  /** @type {string[] | undefined} */
  let questions
  return async () => {
    if (questions) return questions
    const address = addressBeside(form, `questions.json?${new URLSearchParams({ in: variantIdOf(form) })}`)
    const said = await fetch(address).catch(() => undefined)
    /** @type {string[]} */
    const found = said?.ok ? (await said.json()).questions : []
    questions = found
    return found
  }
}
